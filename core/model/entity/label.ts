// URL labels: derived from the title where empty; one that is taken in the language is continued with -2, -3 … (domain §1).
import { type CheckScope, Refusal } from '../../ground/property/kind.js'
import { shortText } from '../../ground/property/text.js'
import type { FieldRefusal } from './define.js'

const titlePrefix = 'title_'
const labelPrefix = 'label_'

/** `Sliding door 2×4 "Größe"` → `sliding-door-2-4-grosse`. Latin, Greek and Cyrillic letters lose their accents; marks of other scripts are part of their letters. */
export function labelOf(title: string): string {
  const plain = title
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu, '$1')
    .toLowerCase()
  return plain
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

async function holder(scope: CheckScope, field: string, label: string): Promise<unknown> {
  const records = await scope.find(scope.entity, field, label)
  return records.find((record) => record.id !== scope.id)?.id
}

/** What was sent stays, for the kind to judge where it is no text. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** A label is the last part of an address: one of dots alone would name the folder. */
export function refuseDotLabels(record: Readonly<Record<string, unknown>>): readonly FieldRefusal[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const isLabel = field === 'label' || field.startsWith(labelPrefix)
    if (!isLabel || typeof value !== 'string' || !/^\.+$/.test(value)) return []
    return [{ field, refusal: new Refusal('Field Label takes more than dots.') }]
  })
}

/** Fills each language's empty label from its title. */
export async function deriveLabels(record: Record<string, unknown>, scope: CheckScope): Promise<void> {
  for (const key of Object.keys(record)) {
    if (!key.startsWith(titlePrefix)) continue
    const field = labelPrefix + key.slice(titlePrefix.length)
    const title = record[key]
    if (!isEmpty(record[field]) || typeof title !== 'string' || title === '') continue
    const own = labelOf(title)
    // A label of digits alone reads like an id.
    const readable = own === '' ? scope.entity : /^\d+$/.test(own) ? `${scope.entity}-${own}` : own
    const base = [...readable].slice(0, shortText - 8).join('')
    let label = base
    for (let n = 2; (await holder(scope, field, label)) !== undefined; n++) label = `${base}-${n}`
    record[field] = label
  }
}
