// Resolves references that leave the product: finds this shop's record by name, independent of ids.
import { createLabel, createMessage } from '../../foundation/message.js'
import { Turn } from '../../foundation/long-work.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Registry } from '../../model/registry.js'
import { createDisplayName, emptyValue } from '../../storage/record/present.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { createTransferFinding, type TransferFinding } from '../findings.js'
import { findPropertyReferences } from '../copy/fields.js'
import { listReferencedEntities, loadOutsideRecords } from '../graph.js'
import type { OutsideRecord } from '../package/format.js'
import { toIdentifyingTexts } from '../package/rows.js'
import { toMemberKey, type ParsedProduct, type ParsedMember } from './parsed-product.js'

/** Maps keys of the package's records to this shop's ids; null if the shop has no such record. */
export type OutsideIds = ReadonlyMap<string, number | null>

/** Maximum number of candidate records per entity; shop settings have fewer. */
const maxCandidates = 10_000

/** The shop's records of an entity by their identifying texts. */
class CandidateIndex {
  private readonly ids: ReadonlySet<number>
  private readonly idsByText = new Map<string, number[]>()

  constructor(candidates: readonly (readonly [number, Readonly<Record<string, string>>])[]) {
    this.ids = new Set(candidates.map(([id]) => id))
    for (const [id, texts] of candidates) {
      for (const [key, text] of Object.entries(texts)) {
        const indexKey = `${key} ${text}`
        const ids = this.idsByText.get(indexKey)
        if (ids) ids.push(id)
        else this.idsByText.set(indexKey, [id])
      }
    }
  }

  /** The id of the record with the most equal texts: the id itself, else the lowest one. A record without texts is found by its id. */
  find(id: number, names: Readonly<Record<string, string>>): number | null {
    const entries = Object.entries(names)
    if (entries.length === 0) return this.ids.has(id) ? id : null
    const equalTexts = new Map<number, number>()
    for (const [key, text] of entries)
      for (const candidate of this.idsByText.get(`${key} ${text}`) ?? [])
        equalTexts.set(candidate, (equalTexts.get(candidate) ?? 0) + 1)
    let [best, most]: [number | null, number] = [null, 0]
    for (const [candidate, count] of equalTexts) {
      if (count < most || (count === most && (best === id || (candidate !== id && best !== null && candidate > best)))) continue
      ;[best, most] = [candidate, count]
    }
    return best
  }
}

export async function resolveOutsideRecords(
  work: ServiceContext,
  records: readonly OutsideRecord[],
): Promise<{ readonly outside: OutsideIds; readonly findings: readonly TransferFinding[] }> {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const outside = new Map<string, number | null>()
  const findings: TransferFinding[] = []
  const candidates = new Map<string, CandidateIndex>()
  const referenced = listReferencedEntities(registry)
  const turn = new Turn()
  for (const { entity: name, id, names } of records) {
    const entity = registry.entities.get(name)
    // A package must not find out whether the shop has a customer with a certain name.
    if (!entity || !referenced.has(name)) continue
    if (!candidates.has(name)) {
      const shopRecords = (await loadOutsideRecords(work, entity)).slice(0, maxCandidates)
      candidates.set(
        name,
        new CandidateIndex(shopRecords.map(({ id: own, ...values }) => [own, toIdentifyingTexts(entity, values, languages)])),
      )
    }
    if (turn.isOver) await turn.pause()
    const best = candidates.get(name)!.find(id, names)
    outside.set(toMemberKey(name, id), best)
    if (best !== null && best !== id) {
      const message = createMessage('transfer.otherId', {
        entity: createLabel('entity', entity.label),
        id,
        name: Object.values(names)[0] ?? id,
        own: best,
      })
      findings.push(createTransferFinding('other-record', message, { entity: name, id }))
    }
  }
  return { outside, findings }
}

/** The members without references that this shop cannot resolve. A required field without a target is a blocker. */
export function removeMissingReferences(
  registry: Registry,
  parsedProduct: ParsedProduct,
  records: readonly OutsideRecord[],
  outside: OutsideIds,
): { readonly members: readonly ParsedMember[]; readonly findings: readonly TransferFinding[] } {
  const findings: TransferFinding[] = []
  const inside = new Map<string, Set<number>>()
  for (const { entity, record } of parsedProduct.members) {
    const ids = inside.get(entity.name)
    if (ids) ids.add(record.id)
    else inside.set(entity.name, new Set([record.id]))
  }
  const called = new Map(records.map(({ entity, id, names }) => [toMemberKey(entity, id), Object.values(names)[0]]))
  const isMissing = (entity: string, id: number): boolean => !inside.get(entity)?.has(id) && !outside.get(toMemberKey(entity, id))
  const members = parsedProduct.members.map((member): ParsedMember => {
    const { entity, record } = member
    let values: (Record<string, unknown> & { id: number }) | null = null
    for (const { property, names } of findPropertyReferences(member, registry, member.note?.filled)) {
      const missing = names.find((reference) => isMissing(reference.entity, reference.id))
      if (!missing) continue
      const { entity: name, id } = missing
      const text = called.get(toMemberKey(name, id))
      const label = registry.entities.get(name)?.label ?? name
      const which =
        text === undefined
          ? createMessage('transfer.numberedRecord', { entity: createLabel('entity', label), id })
          : createMessage('transfer.calledRecord', { entity: createLabel('entity', label), name: text })
      const place = { product: parsedProduct.product, entity: entity.name, id: record.id, field: property.name }
      const recordName = createDisplayName(entity, record.values)
      if (property.required) {
        const message = createMessage('transfer.recordNeeded', {
          record: recordName,
          target: which,
          field: createLabel('field', property.label),
        })
        findings.push(createTransferFinding('missing-record', message, place))
      } else {
        const message = createMessage('transfer.recordNamed', {
          record: recordName,
          target: which,
          field: createLabel('field', property.label),
        })
        findings.push(createTransferFinding('left-empty', message, place))
        values ??= { ...record.values }
        values[property.name] = removeMissingIds(property, values[property.name], registry, isMissing)
      }
    }
    return values ? { entity, record: { ...record, values } } : member
  })
  return { members, findings }
}

/** A list without the entries that reference missing records; any other value becomes empty. */
function removeMissingIds(
  property: Property,
  value: unknown,
  registry: Registry,
  isMissing: (entity: string, id: number) => boolean,
): unknown {
  if (!Array.isArray(value)) return emptyValue(property)
  return value.filter((item: unknown) => {
    const names = property.kind.references!([item], property, registry)
    return names.every((reference) => !isMissing(reference.entity, reference.id))
  })
}
