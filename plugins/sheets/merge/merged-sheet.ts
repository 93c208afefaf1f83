// A merged product as a tree of parts: their order, their unique keys, and the complete sheet.
import { textGaps, sheetLines } from '#core/surface.js'
import { type ServiceContext, createLabel, type MessageKey, type MessageValues } from '#core/contract.js'
import { alignVersions, type AlignedVersion } from '../diff/align.js'
import { PartValues } from '../diff/part-values.js'
import { versionOfSheet } from '../diff/product-version.js'
import type { TypedBody } from '../sheet/bodies.js'
import { type PartNode, toPartKeys, walkParts, groupByKeyScope } from '../sheet/stored-part.js'
import { parseSheet, type SheetPart } from '../sheet/read.js'
import type { VariantContent } from '../sheet/table-notation.js'
import { toSheetYaml, writeSheet } from '../sheet/write.js'
import type { MergeConflict, MergeSide } from '../reports.js'

/**
 * Merges the order of the items in `there`: the base order, or the order of the one side that changed it. New items follow their
 * predecessor. It is a conflict if both sides ordered their common items differently: then ours wins, or theirs with `prefersTheirs`.
 */
export function mergeOrders(
  base: readonly number[],
  ours: readonly number[],
  theirs: readonly number[],
  there: ReadonlySet<number>,
  nameOf: (item: number) => string,
  prefersTheirs: boolean,
): { readonly value: readonly number[]; readonly isConflict: boolean } {
  const stableItems = new Set(base.filter((item) => there.has(item)))
  const [ourItems, theirItems] = [new Set(ours), new Set(theirs)]
  const common = new Set([...stableItems].filter((item) => ourItems.has(item) && theirItems.has(item)))
  const [old, ourOrder, other] = [base, ours, theirs].map((order) => order.filter((item) => common.has(item)).join())
  const isConflict = ourOrder !== old && other !== old && ourOrder !== other
  const leading = ourOrder === old || (isConflict && prefersTheirs) ? theirs : ours
  let stable: readonly number[] = leading.filter((item) => stableItems.has(item))
  // Base items that only one side still has, because their deletion did not prevail.
  for (const order of [ours, theirs])
    stable = insertMissing(
      order.filter((item) => stableItems.has(item)),
      stable,
    )
  // Items that both sides added take their place from the prevailing side.
  const [prevailing, yielding] = prefersTheirs ? [theirs, ours] : [ours, theirs]
  const prevailingItems = prefersTheirs ? theirItems : ourItems
  const sole = new Set([...there].filter((item) => !prevailingItems.has(item)))
  const prevailingGroups = groupByAnchor(prevailing, stableItems, there)
  const right = groupByAnchor(yielding, stableItems, sole)
  const newItemsAfter = (anchor: number | null): readonly number[] => {
    const [a, b] = [prevailingGroups.get(anchor) ?? [], right.get(anchor) ?? []]
    const isFirst = a.length === 0 || b.length === 0 || nameOf(a[0]!) <= nameOf(b[0]!)
    return isFirst ? [...a, ...b] : [...b, ...a]
  }
  return { value: [...newItemsAfter(null), ...stable.flatMap((item) => [item, ...newItemsAfter(item)])], isConflict }
}

/** Inserts the items of the order that the list lacks, each after its predecessor in the order. */
function insertMissing(order: readonly number[], list: readonly number[]): readonly number[] {
  const listed = new Set(list)
  const missingAfter = new Map<number | null, number>()
  for (const [index, item] of order.entries())
    if (!listed.has(item)) missingAfter.set(index === 0 ? null : order[index - 1]!, item)
  const result: number[] = []
  for (const item of [null, ...list]) {
    if (item !== null) result.push(item)
    for (let missing = missingAfter.get(item); missing !== undefined; missing = missingAfter.get(missing)) result.push(missing)
  }
  return result
}

/** New items by the last base item before them; null for the beginning. */
function groupByAnchor(
  order: readonly number[],
  stableItems: ReadonlySet<number>,
  there: ReadonlySet<number>,
): ReadonlyMap<number | null, readonly number[]> {
  const groups = new Map<number | null, number[]>()
  let anchor: number | null = null
  for (const item of order) {
    if (stableItems.has(item)) anchor = item
    else if (there.has(item)) {
      const group = groups.get(anchor)
      if (group) group.push(item)
      else groups.set(anchor, [item])
    }
  }
  return groups
}

export interface MergedPart extends PartNode<MergedPart> {
  /** The number of the part in all versions. */
  readonly number: number
  owner: MergedPart | null
  key: string
  /** Fields by name; references are part numbers. */
  readonly fields: Map<string, unknown>
  /** Texts by flat key. */
  readonly texts: Map<string, string>
  body: TypedBody | null
  table: VariantContent | null
  children: MergedPart[]
}

/** A part without content. */
export const createMergedPart = ({ entity, section, key }: SheetPart, number: number): MergedPart => ({
  number,
  entity,
  section,
  key,
  owner: null,
  fields: new Map(),
  texts: new Map(),
  body: null,
  table: null,
  children: [],
})

/** A part with its content in one version; owner and children are added later. */
export function toMergedPart(values: PartValues, languages: readonly string[], sheetPart: SheetPart, number: number): MergedPart {
  const part = createMergedPart(sheetPart, number)
  for (const property of PartValues.fieldsOf(sheetPart)) {
    if (!property.translatable) part.fields.set(property.name, values.field(sheetPart, property))
    else for (const tag of languages) part.texts.set(textGaps.flatKey(property.name, tag), values.text(sheetPart, property, tag))
  }
  part.body = values.body(sheetPart)
  part.table = values.table(sheetPart)
  return part
}

/** YAML; equal products give equal text. */
export async function formatMergedSheet(
  work: ServiceContext,
  root: MergedPart,
  outside: sheetLines.OutsideNames,
): Promise<string> {
  const { context, versionedSnapshot } = work
  const [language = ''] = versionedSnapshot.snapshot.languages
  const keys = toPartKeys(walkParts(root), ({ number }) => number)
  const names = new sheetLines.SheetNames(keys, outside, new Set(context.registry.functions.keys()))
  const sheet = await writeSheet(work, root, names, ({ section, fields, texts, body, table }) => {
    const title = section?.title ?? 'title'
    return {
      title: (texts.get(textGaps.flatKey(title, language)) ?? '') || String(fields.get(title) ?? ''),
      body,
      table,
      text: (name, tag) => texts.get(textGaps.flatKey(name, tag)) ?? '',
      value: (name) => fields.get(name),
      authored: ({ name }) => fields.get(name),
    }
  })
  return toSheetYaml(context, sheet)
}

/** Parses a sheet and formats it again, so that equal content gives equal text. */
export async function normalizeSheet(work: ServiceContext, text: string): Promise<string> {
  const { context, versionedSnapshot } = work
  const { languages } = versionedSnapshot.snapshot
  const version = versionOfSheet(await parseSheet(context, languages, text))
  const [state] = await alignVersions(context.registry, [version])
  const values = new PartValues(work, state!)
  const sheet = await writeSheet(work, version.sheet.root, state!.names, (part) => {
    const { properties } = part.entity
    const title = properties[part.section?.title ?? 'title']
    return {
      get title() {
        if (!title) return ''
        return title.translatable ? values.text(part, title, languages[0]!) : String(values.field(part, title) ?? '')
      },
      get body() {
        return values.body(part)
      },
      get table() {
        return values.table(part)
      },
      text: (name, tag) => values.text(part, properties[name]!, tag),
      value: (name) => (name === 'type' && part.section?.traits.hasBody ? undefined : values.field(part, properties[name]!)),
      authored: (property) => values.field(part, property),
    }
  })
  return toSheetYaml(context, sheet)
}

export type ConflictData = Omit<MergeConflict, 'entity' | 'key' | 'sentence'>

/** The message of a conflict. The part is added to its values. */
export type ConflictMessage = readonly [key: MessageKey, values: MessageValues]

export type ConflictDraft = ConflictData & { readonly message: ConflictMessage }

/** Orders the part's children; yields a conflict if both sides reordered them differently. */
export function* orderChildren(
  part: MergedPart,
  { base, ours, theirs }: Readonly<Record<'base' | MergeSide, AlignedVersion>>,
  prefer: MergeSide,
): Generator<ConflictDraft> {
  const byNumber = new Map(part.children.map((child) => [child.number, child]))
  const ordered: MergedPart[] = []
  for (const section of new Set(part.children.flatMap((child) => child.section?.name ?? []))) {
    const own = new Set(part.children.flatMap((child) => (child.section?.name === section ? [child.number] : [])))
    const [was, ourOrder, other] = [base, ours, theirs].map(({ parts, numbers }) =>
      (parts.get(part.number)?.children ?? []).map((child) => numbers.get(child)!).filter((number) => own.has(number)),
    )
    const nameOf = (number: number): string => byNumber.get(number)!.key
    const { value, isConflict } = mergeOrders(was!, ourOrder!, other!, own, nameOf, prefer === 'theirs')
    // Children that neither side has under this parent come last: the merge kept the parent for them.
    const placed = new Set(value)
    for (const number of [...value, ...[...own].filter((item) => !placed.has(item))]) ordered.push(byNumber.get(number)!)
    if (!isConflict) continue
    const [before, mine, yours] = [was!, ourOrder!, other!].map((order) => order.map(nameOf))
    const { name, pluralLabel } = ordered.find((child) => child.section?.name === section)!.entity
    const parts = createLabel('entity', pluralLabel, `labels.entities.${name}`)
    const message = ['comparison.orders', { parts }] as const
    yield { kind: 'order', field: section, base: before, ours: mine, theirs: yours, message }
  }
  part.children = ordered
}

/** Both sides may have used one key for different parts: the later part gets another key and is reported as a conflict. */
export function* makeKeysUnique(root: MergedPart): Generator<readonly [MergedPart, ConflictDraft]> {
  for (const group of groupByKeyScope(walkParts(root))) {
    const keys = new Set<string>()
    for (const part of group) {
      const { section, entity, key } = part
      if (section!.internal === null && section!.traits.hasBody !== true) continue
      for (let n = 2; keys.has(part.key); n++) part.key = `${key}_${n}`
      keys.add(part.key)
      const label = createLabel('entity', entity.label, `labels.entity.${entity.name}`)
      const message = ['comparison.keyTaken', { key, entity: label }] as const
      if (part.key !== key) yield [part, { kind: 'key', base: null, ours: key, theirs: key, message }]
    }
  }
}
