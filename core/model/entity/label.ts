// URL labels: derived from the title if empty. A label that exists in the language gets the suffix -2, -3 ….
import { createMessage } from '../../foundation/message.js'
import { type CheckScope, Refusal } from '../../foundation/property/kind.js'
import { shortText } from '../../foundation/property/text.js'
import type { FieldRefusal } from './define.js'

const titlePrefix = 'title_'
const labelPrefix = 'label_'

/**
 * Derives a label: `Sliding door 2×4 "Größe"` → `sliding-door-2-4-grosse`. Removes accents from Latin, Greek and Cyrillic letters
 * only; in other scripts they are part of the letter.
 */
export function toUrlLabel(title: string): string {
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

async function findOtherHolder(scope: CheckScope, field: string, label: string): Promise<unknown> {
  const records = await scope.find(scope.entity, field, label)
  return records.find((record) => record.id !== scope.id)?.id
}

/** Values of other types are left for the property kind to refuse. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Refuses labels that consist of dots: as URL segments they would refer to a folder. */
export function refuseDotLabels(record: Readonly<Record<string, unknown>>): readonly FieldRefusal[] {
  return Object.entries(record).flatMap(([field, value]) => {
    const isLabel = field === 'label' || field.startsWith(labelPrefix)
    if (!isLabel || typeof value !== 'string' || !/^\.+$/.test(value)) return []
    return [{ field, refusal: new Refusal(createMessage('fields.labelOfDots')) }]
  })
}

/** Derives empty labels from the title of the same language. */
export async function deriveLabels(record: Record<string, unknown>, scope: CheckScope): Promise<void> {
  for (const key of Object.keys(record)) {
    if (!key.startsWith(titlePrefix)) continue
    const field = labelPrefix + key.slice(titlePrefix.length)
    const title = record[key]
    if (!isEmpty(record[field]) || typeof title !== 'string' || title === '') continue
    // Longer titles are refused after this step.
    const fromTitle = toUrlLabel(title.slice(0, 2 * shortText))
    // A label that consists of digits would look like an id.
    const readable = fromTitle === '' ? scope.entity : /^\d+$/.test(fromTitle) ? `${scope.entity}-${fromTitle}` : fromTitle
    const base = [...readable].slice(0, shortText - 8).join('')
    let label = base
    for (let n = 2; (await findOtherHolder(scope, field, label)) !== undefined; n++) label = `${base}-${n}`
    record[field] = label
  }
}
