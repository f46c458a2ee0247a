import type { Settings } from "#app/company/settings-schema.ts";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { chatAddress, dialAddress } from "#app/site/parts/phone.ts";

interface CallNowProps {
  phone: string;
  whatsapp: Settings["company"]["whatsapp"];
  hours: string;
}

/** For those who would rather not wait: the number itself, large. Nothing without one. */
export function CallNow({ phone, whatsapp, hours }: CallNowProps) {
  if (!phone && !whatsapp.number) return null;
  return (
    <aside className="call-now" aria-label="Reach us now">
      <Cloth seed="Shall we ring you?" tone="blue" layout="kalka" width={490} height={320} eager />
      {phone && (
        <>
          <h2>Or call us now</h2>
          <a className="number num" href={dialAddress(phone)}>
            {phone}
          </a>
          {hours && <p className="mute">{hours}</p>}
        </>
      )}
      {whatsapp.number && (
        <a className="go" href={chatAddress(whatsapp.number)} rel="noopener">
          Write on WhatsApp
        </a>
      )}
    </aside>
  );
}
