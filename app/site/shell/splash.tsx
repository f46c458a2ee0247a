import { Trimming } from "./trimming.tsx";

/** Runs before anything is painted: only the first page of a tab shows the splash. */
export const splashScript =
  'try{sessionStorage.getItem("seen")||(sessionStorage.setItem("seen","1"),document.documentElement.classList.add("first"))}catch{}';

/** The company's motif, woven pick by pick; style alone shows and removes it. */
export function Splash({ name }: { name: string }) {
  return (
    <div className="splash" aria-hidden="true">
      <div>
        <Trimming name="splash" className="motif" />
        <p className="word">{name}</p>
      </div>
    </div>
  );
}
