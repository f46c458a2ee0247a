import { useEffect, useState } from "react";
import { weaveAddress } from "#app/weave/address.ts";
import { toneOf } from "#app/weave/tones.ts";

const longest = 60;
const pause = 350;

/** Anybody's own word on the company's loom: type a name and its cloth is woven, the same one for ever. */
export function OwnCloth({ seed }: { seed: string }) {
  const [word, setWord] = useState("");
  const address = addressOf(word.trim() || seed);
  const shown = useDrawn(address);
  return (
    <section className="own g" aria-labelledby="home-own">
      <div className="t">
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
            maxLength={longest}
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

/** The last cloth that is ready to be seen; the loom is asked once the typing has paused. */
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
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [address, drawn]);
  return drawn;
}
