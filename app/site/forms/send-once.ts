import { type SubmitEvent, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Lets one sending through until it is answered; says of each whether it goes. What is rendered is no help: on a slow
 * phone a second tap comes before it. Any change of `answer`, or the next page, ends the sending.
 */
export function useSendOnce(answer: unknown): (event: SubmitEvent<HTMLFormElement>) => boolean {
  const isUnderWay = useRef(false);
  const { state } = useNavigation();
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is the end of a sending
  useEffect(() => {
    if (state === "idle") isUnderWay.current = false;
  }, [state, key, answer]);
  return (event) => {
    const goes = !isUnderWay.current;
    isUnderWay.current = true;
    if (!goes) event.preventDefault();
    return goes;
  };
}
