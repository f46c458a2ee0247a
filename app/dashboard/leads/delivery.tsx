import { type ReplyDelivery as DeliveryFacts, describeDelivery } from "#app/leads/inbox/describe-delivery.ts";
import { Moment } from "../parts/moment.tsx";

/** What became of a mail, in words and with its moment. */
export function DeliveryNote({ delivery }: { delivery: DeliveryFacts }) {
  const { words, tone, hasMoment } = describeDelivery(delivery);
  return (
    <span className={tone}>
      {words}
      {hasMoment && delivery.at && (
        <>
          {" "}
          <Moment at={delivery.at} />
        </>
      )}
    </span>
  );
}
