/** What a phone dials for a number as people write it. */
export function dialAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** The chat with a WhatsApp number; the service wants digits alone. */
export function chatAddress(number: string): string {
  return `https://wa.me/${number.replace(/\D/g, "")}`;
}
