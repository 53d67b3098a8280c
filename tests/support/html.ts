import { HtmlValidate } from 'html-validate'

// Only rules of the HTML standard, not of style: React writes `checked=""` and inline styles.
const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** Fails with one readable line for each error in a page's markup. */
export async function expectValidHtml(html: string) {
  const report = await validator.validateString(html)
  if (report.valid) return
  const errors = report.results.flatMap(({ messages }) =>
    messages.map(({ line, column, message, ruleId }) => `${line}:${column} ${message} (${ruleId})`),
  )
  throw new Error(`The page is not valid HTML:\n${errors.join('\n')}`)
}
