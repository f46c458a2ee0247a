import { useNavigation } from "react-router";

/** A thread along the top while the next screen is under way. */
export function Progress() {
  const isLoading = useNavigation().state !== "idle";
  return <div className={isLoading ? "under-way on" : "under-way"} aria-hidden="true" />;
}
