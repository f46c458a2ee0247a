import { Link } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** Taking it along, and leaving. */
export function YourData({ isLeaving }: { isLeaving: boolean }) {
  return (
    <section className="acc" aria-labelledby="your-data">
      <h2 id="your-data">Your data</h2>
      <p>Take it with you, or leave. Deleting waits 14 days, so you can change your mind.</p>
      <div className="ways">
        <FreshLink className="btn quiet sm" href="/myprofile/export">
          <Icon name="download" /> Export as JSON
        </FreshLink>
        {!isLeaving && (
          <Link className="btn quiet sm danger" to="/myprofile/delete">
            Delete my account
          </Link>
        )}
      </div>
    </section>
  );
}
