const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Also without the control characters that XML cannot hold. */
export function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (character) => entities[character] ?? '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}
