import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";

/** A calm page for what opens with the accounts; says so, and shows a way to a human. */
export function Coming({ title, text }: { title: string; text: string }) {
  return (
    <section className="account-page">
      <div className="narrow">
        <h1>{title}</h1>
        <p>{text}</p>
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
        layout="kalka"
        width={720}
        height={900}
        eager
      />
    </section>
  );
}
