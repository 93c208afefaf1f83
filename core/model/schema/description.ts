// Builds the description of a property from its help text and conditions, for schemas, tools and forms.
import type { Property } from '../../foundation/property/kind.js'

function valueText(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The help text, then the conditions under which the field applies, as full sentences; '' if there are none. */
export function describeProperty(property: Property): string {
  const { help, locked, platforms, appliesWhen, apiSensitive } = property
  const sentences: string[] = help === undefined ? [] : [help]
  if (locked) sentences.push('Cannot be changed after the record was created.')
  if (appliesWhen) {
    sentences.push(`Read only while ${appliesWhen.property} is ${appliesWhen.values.map(valueText).join(' or ')}.`)
  }
  if (platforms) sentences.push(`Applies on ${platforms.join(', ')} only; elsewhere it is stored and not read.`)
  if (apiSensitive) sentences.push('Never returned.')
  return sentences.join(' ')
}
