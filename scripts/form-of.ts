type Value = string | number | boolean | undefined | readonly (string | number)[]

/** FormData as a page posts it: `true` is a ticked box, a list repeats the field, `undefined` leaves it out. */
export function formOf(fields: Readonly<Record<string, Value>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === false) continue
    for (const each of [value].flat()) form.append(name, each === true ? 'yes' : String(each))
  }
  return form
}
