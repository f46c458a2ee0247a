import { useEffect, useRef, useState } from "react";
import { useNavigation } from "react-router";
import { useIsLost } from "./connection.ts";

/** Milliseconds from one stitch to the next. */
const trickle = 200;
/** Milliseconds a page is under way at the least, so that the bar is seen to run. */
const shortest = 500;
/** Milliseconds in which the bar runs to its end and fades; the style says the same. */
const ending = 400;
/** Share of what is left that a stitch takes: the end is neared for ever, and never reached by it. */
const stitch = 0.12;

type Phase = "hidden" | "running" | "ending";

/** A thin thread along the top while a page is under way: a stitch every 200 ms until it is there, done after 500 ms at the earliest. */
export function ProgressBar() {
  const isIdle = useNavigation().state === "idle";
  const isLoading = !useIsLost() && !isIdle;
  const [phase, setPhase] = useState<Phase>("hidden");
  const [share, setShare] = useState(0);
  const began = useRef(0);
  useEffect(() => {
    if (!isLoading) return;
    began.current = performance.now();
    setShare(stitch);
    setPhase("running");
  }, [isLoading]);
  useEffect(() => {
    if (phase !== "running") return;
    const timer = setInterval(() => setShare((done) => done + (1 - done) * stitch), trickle);
    return () => clearInterval(timer);
  }, [phase]);
  useEffect(() => {
    if (isLoading || phase !== "running") return;
    const end = () => {
      setShare(1);
      setPhase("ending");
    };
    const timer = setTimeout(end, began.current + shortest - performance.now());
    return () => clearTimeout(timer);
  }, [isLoading, phase]);
  useEffect(() => {
    if (phase !== "ending") return;
    const timer = setTimeout(() => setPhase("hidden"), ending);
    return () => clearTimeout(timer);
  }, [phase]);
  const style = phase === "hidden" ? undefined : { transform: `scaleX(${share})` };
  return <div className={`bar ${phase}`} style={style} aria-hidden="true" />;
}
