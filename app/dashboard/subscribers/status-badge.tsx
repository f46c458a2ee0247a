import { CircleCheck, Clock3, Flag, LogOut, MailX, ShieldAlert } from "lucide-react";
import { Badge } from "../parts/badge.tsx";
import { statusWords } from "./labels.ts";
import type { ListedSubscriber } from "./present.ts";

const looks = {
  confirmed: { Sign: CircleCheck, tone: "good" },
  pending: { Sign: Clock3, tone: "slow" },
  unsubscribed: { Sign: LogOut, tone: "still" },
  bounced: { Sign: MailX, tone: "wrong" },
  complained: { Sign: Flag, tone: "wrong" },
  spam: { Sign: ShieldAlert, tone: "still" },
};

/** One sign and one word for how a subscription stands. */
export function SubscriberStatusBadge({ status }: { status: ListedSubscriber["status"] }) {
  return <Badge {...looks[status]}>{statusWords[status]}</Badge>;
}
