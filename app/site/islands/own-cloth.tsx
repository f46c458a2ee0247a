import { useEffect, useRef, useState } from "react";
import { weaveAddress } from "#app/lib/weave/cloth.ts";
import { toneOf } from "#app/lib/weave/tones.ts";

const maxWordLength = 60;
const typingPauseMs = 350;

/** Shows the artwork of a word that the visitor types; the same word always gives the same artwork. */
export default function OwnCloth({ seed }: { seed: string }) {
  const [word, setWord] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // Typed before hydration.
  useEffect(() => setWord(field.current?.value ?? ""), []);
  const address = addressOf(word.trim() || seed);
  const shown = useDrawn(address);
  return (
    <section className="own page-grid" aria-labelledby="home-own">
      <div className="text">
        <h2 className="h2" id="home-own">
          Your name, as cloth
        </h2>
        <p className="lead">
          Every cover on these pages is woven from its title, by rule, and never twice alike. Try a name of
          your own.
        </p>
        <form onSubmit={(event) => event.preventDefault()}>
          <label htmlFor="own-word">A company, a person, any word</label>
          <input
            id="own-word"
            ref={field}
            maxLength={maxWordLength}
            value={word}
            placeholder={seed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
          <a className="go" href={shown} download={`${word.trim() || seed}.svg`}>
            Keep it
          </a>
        </form>
      </div>
      <div className="weave">
        <img key={shown} src={shown} alt="" width={960} height={560} loading="lazy" decoding="async" />
      </div>
    </section>
  );
}

function addressOf(word: string): string {
  return weaveAddress({ seed: word, tone: toneOf(word), width: 960, height: 560 });
}

/** Returns the address of the last loaded artwork; requests a new one after a pause in typing. */
function useDrawn(address: string): string {
  const [drawn, setDrawn] = useState(address);
  useEffect(() => {
    if (address === drawn) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const cloth = new Image();
      cloth.src = address;
      await cloth.decode().catch(() => undefined);
      if (isWanted) setDrawn(address);
    }, typingPauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [address, drawn]);
  return drawn;
}
