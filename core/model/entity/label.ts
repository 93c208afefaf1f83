// URL labels: derived from the title where empty; one that is taken in the language is continued with -2, -3 … (domain §1).
import type { CheckScope } from '../../ground/property/kind.js'
import { shortText } from '../../ground/property/text.js'

const titlePrefix = 'title_'
const labelPrefix = 'label_'

/** `Sliding door 2×4 "Größe"` → `sliding-door-2-4-grosse`; letters of all scripts stay, accents go. */
export function labelOf(title: string): string {
  const plain = title.replaceAll('ß', 'ss').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
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

/** Fills each language's empty label from its title. */
export async function deriveLabels(record: Record<string, unknown>, scope: CheckScope): Promise<void> {
  for (const key of Object.keys(record)) {
    if (!key.startsWith(titlePrefix)) continue
    const field = labelPrefix + key.slice(titlePrefix.length)
    const title = record[key]
    if (!isEmpty(record[field]) || typeof title !== 'string' || title === '') continue
    const base = [...(labelOf(title) || scope.entity)].slice(0, shortText - 8).join('')
    let label = base
    for (let n = 2; (await holder(scope, field, label)) !== undefined; n++) label = `${base}-${n}`
    record[field] = label
  }
}
