import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { Paar } from "#app/site/parts/paar.tsx";

/** A calm page for what opens with the accounts; says so, and shows a way to a human. */
export function Coming({ title, text }: { title: string; text: string }) {
  return (
    <>
      <Paar name="leaf" />
      <section className="account-page g">
        <div className="words">
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <p className="acts">
            <Link className="btn" to="/contact">
              Write to us
            </Link>
            <Link className="go" to="/">
              Back to the start
            </Link>
          </p>
        </div>
        <Cloth
          className="account-cloth"
          seed={title}
          tone="mist"
          layout="jaal"
          width={800}
          height={560}
          eager
        />
      </section>
    </>
  );
}
