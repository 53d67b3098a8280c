/** A `tel:` link to the number as typed; undefined if it has none, or several: E.164 allows 15 digits. */
export function phoneHref(typed: string): string | undefined {
  // '+41 (0)79': the zero is for calls within the country.
  const number = typed.replace(/^(\s*\+[\s\d]+)\(0\)/, '$1').replace(/[^+\d]/g, '')
  return /^\+?\d{1,15}$/.test(number) ? `tel:${number}` : undefined
}
