/** The ligature of a whole sentence, which has no compatibility decomposition. */
const basmala = 'بسم الله الرحمن الرحيم'

/**
 * Normalises a text, so that what looks the same is the same: NFC, single spaces, no default-ignorable characters but
 * those inside emoji, at most four nonspacing marks per letter, and the widest ligatures spelled out.
 */
export function tidyText(text: string): string {
  return (
    text
      .replace(/(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/(?<!\p{Extended_Pictographic})\ufe0f/gu, '')
      .replace(
        /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu,
        '',
      )
      .replace(/[\ufdf0-\ufdfd]/g, (wide) => (wide === '\ufdfd' ? basmala : wide.normalize('NFKC')))
      .normalize('NFC')
      // U+2800 is a letter without ink.
      .replace(/(?:[^\S\n\r]|\u2800)+/g, ' ')
      .replace(/^[\s\p{M}]+/u, '')
      .replace(/([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu, '$1')
      .trim()
  )
}

/** No control characters, no lone surrogates. */
export function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}]/u.test(text)
}
