import { Knot } from "#app/site/parts/knot.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { Icon } from "#app/ui/icon.tsx";

interface Told {
  title: string;
  text: string;
}

/** What a buyer gets, two in a row. */
export function Features({ features }: { features: readonly Told[] }) {
  if (features.length === 0) return null;
  return (
    <>
      <h2>What you get</h2>
      <div className="feat">
        {features.map(({ title, text }) => (
          <div key={title + text} lang={languageOf(title + text)}>
            {title && <h3>{title}</h3>}
            {text && <p>{text}</p>}
          </div>
        ))}
      </div>
    </>
  );
}

/** How the work goes, knot by knot on one thread. */
export function Steps({ steps }: { steps: readonly (Told & { when: string })[] }) {
  if (steps.length === 0) return null;
  return (
    <>
      <h2>How it goes</h2>
      <ol className="thread upright">
        {steps.map(({ when, title, text }) => (
          <li key={when + title + text} lang={languageOf(title + text)}>
            <Knot />
            {when && <p className="when">{when}</p>}
            {title && <h3>{title}</h3>}
            {text && <p>{text}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Questions open one by one, with and without scripts; the first shows that they do. */
export function Questions({ questions }: { questions: readonly { question: string; answer: string }[] }) {
  if (questions.length === 0) return null;
  return (
    <>
      <h2>Questions we are asked</h2>
      <div className="faq">
        {questions.map(({ question, answer }, at) => (
          <details key={question} open={at === 0} lang={languageOf(question + answer)}>
            <summary>
              {question} <Icon name="plus" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </>
  );
}
