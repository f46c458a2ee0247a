/** `tel:` address of a phone number in any notation. */
export function dialAddress(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** WhatsApp chat address with optional text; the service accepts only digits. */
export function chatAddress(number: string, text = ""): string {
  const query = text === "" ? "" : `?text=${encodeURIComponent(text)}`;
  return `https://wa.me/${number.replace(/\D/g, "")}${query}`;
}
