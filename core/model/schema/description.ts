// What a property says of itself in one paragraph; schemas, the describe tool and forms show it.
import type { Property } from '../../ground/property/kind.js'

function valueText(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** Help, then when and where the field counts, as full sentences; '' where there is nothing to say. */
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
