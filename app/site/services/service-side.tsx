import { Link } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import { dialAddress } from "#app/site/parts/phone.ts";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";

interface ServiceSideProps {
  title: string;
  facts: readonly { label: string; value: string }[];
}

/** What it costs and takes, and the way to ask for it. */
export function ServiceSide({ title, facts }: ServiceSideProps) {
  const phone = useShellData()?.company.phone;
  return (
    <aside className="side" aria-label="At a glance">
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(({ label, value }) => (
            <div key={label + value}>
              <dt lang={languageOf(label)}>{label}</dt>
              <dd className="num" lang={languageOf(value)}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Link className="btn" to={`/contact?${new URLSearchParams({ service: title })}`}>
        Ask about this service <Icon name="arrow-right" className="i-arrow" />
      </Link>
      {phone && (
        <p className="small mute">
          Or call us: <a href={dialAddress(phone)}>{phone}</a>
        </p>
      )}
      <p className="small mute">
        <Link to="/calltoaction">Ask us to call you</Link>
      </p>
    </aside>
  );
}
