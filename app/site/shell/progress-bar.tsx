import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

const trickle = 200;
const shortest = 500;
const lastStep = 8;

/** A thin thread along the top while a page is under way: a stitch every 200 ms, done after 500 ms at the earliest. */
export function ProgressBar() {
  const isLoading = useNavigation().state !== "idle";
  const [step, setStep] = useState(0);
  const [began, setBegan] = useState(0);
  useEffect(() => {
    if (!isLoading) return;
    setBegan(performance.now());
    setStep(1);
    const timer = setInterval(() => setStep((at) => Math.min(at + 1, lastStep)), trickle);
    return () => clearInterval(timer);
  }, [isLoading]);
  useEffect(() => {
    if (isLoading || began === 0) return;
    const timer = setTimeout(() => setStep(lastStep + 1), began + shortest - performance.now());
    const end = setTimeout(() => setStep(0), began + shortest + 2 * trickle - performance.now());
    return () => {
      clearTimeout(timer);
      clearTimeout(end);
    };
  }, [isLoading, began]);
  return <div className={`bar at-${step}`} aria-hidden="true" />;
}
