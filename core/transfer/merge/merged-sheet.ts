// Formats a merged product as a complete sheet.
import { flatKey } from '../../foundation/language.js'
import { Turn } from '../../foundation/long-work.js'
import type { Property } from '../../foundation/property/kind.js'
import { resolveDefaultValue } from '../../storage/pipeline/defaults.js'
import { isUnset } from '../../storage/record/layout.js'
import type { ServiceContext } from '../../storage/service-context.js'
import { alignVersions, numberOutsideRecords } from '../diff/align.js'
import { PartValues } from '../diff/part-values.js'
import { versionOfSheet } from '../diff/product-version.js'
import { formatBodyInTurns } from '../sheet/bodies.js'
import { sheetFormat } from '../sheet/define.js'
import { deriveInternalNames, createTitleKeys } from '../sheet/keys.js'
import { type OutsideNames, SheetNames } from '../sheet/sheet-names.js'
import { parseSheet, type SheetPart } from '../sheet/read.js'
import { isSameJson } from '../../foundation/json.js'
import { type Section, getSheetSections, getSheetProperties } from '../sheet/sections.js'
import { formatSheetValue, type ValueScope } from '../sheet/values.js'
import { formatVariants } from '../sheet/variant-lines.js'
import { toLargeSheetYaml } from '../sheet/write.js'
import type { MergedPart } from './merged-part.js'

type SheetMap = Record<string, unknown>

function* walkWithOwners(part: MergedPart, owner: MergedPart | null = null): Generator<readonly [MergedPart, MergedPart | null]> {
  yield [part, owner]
  for (const child of part.children) yield* walkWithOwners(child, part)
}

/** YAML; equal products give equal text. */
export async function formatMergedSheet(work: ServiceContext, root: MergedPart, outside: OutsideNames): Promise<string> {
  const { registry } = work.context
  const { languages } = work.versionedSnapshot.snapshot
  const parts = [...walkWithOwners(root)].map(([{ entity, number, key }, owner]) => ({
    entity: entity.name,
    id: number,
    key,
    owner: owner && { entity: owner.entity.name, id: owner.number },
  }))
  const names = new SheetNames(parts, outside, new Set(registry.functions.keys()))
  const sheetFields = await new MergedSheetWriter(work, { names, registry }, languages).sheet(root)
  return toLargeSheetYaml(work.context, { sheet: sheetFormat, product: root.key, ...sheetFields })
}

/** The content of a part in one version; its children are added later. */
export function toMergedPart(values: PartValues, languages: readonly string[], sheetPart: SheetPart, number: number): MergedPart {
  const { entity, section, key } = sheetPart
  const [fields, texts] = [new Map<string, unknown>(), new Map<string, string>()]
  for (const property of PartValues.fieldsOf(sheetPart)) {
    if (!property.translatable) fields.set(property.name, values.field(sheetPart, property))
    else for (const tag of languages) texts.set(flatKey(property.name, tag), values.text(sheetPart, property, tag))
  }
  return {
    number,
    entity,
    section,
    key,
    fields,
    texts,
    body: values.body(sheetPart),
    table: values.table(sheetPart),
    children: [],
  }
}

/** Parses a sheet and formats it again, so that equal content gives equal text. */
export async function normalizeSheet(work: ServiceContext, text: string): Promise<string> {
  const { languages } = work.versionedSnapshot.snapshot
  const version = versionOfSheet(await parseSheet(work.context, languages, text))
  const [state] = await alignVersions(work.context.registry, [version])
  const values = new PartValues(work, state!)
  const turn = new Turn()
  const build = async (sheetPart: SheetPart): Promise<MergedPart> => {
    if (turn.isOver) await turn.pause()
    const part = toMergedPart(values, languages, sheetPart, state!.numbers.get(sheetPart)!)
    for (const child of sheetPart.children) part.children.push(await build(child))
    return part
  }
  const root = await build(version.sheet.root)
  return formatMergedSheet(work, root, await numberOutsideRecords(work.context.registry, [version]))
}

class MergedSheetWriter {
  private readonly turn = new Turn()

  constructor(
    private readonly work: ServiceContext,
    private readonly scope: ValueScope,
    private readonly languages: readonly string[],
  ) {}

  /** `derived`: whether the key follows from the title, and the internal name that follows from key and title. */
  async sheet(
    part: MergedPart,
    derived: { readonly key: boolean; readonly internal: string } = { key: false, internal: '' },
  ): Promise<SheetMap> {
    if (this.turn.isOver) await this.turn.pause()
    const { entity, section, fields, body } = part
    const sheetMap: SheetMap = {}
    for (const property of getSheetProperties(entity)) {
      const { name } = property
      if (name === section?.internal && (fields.get(name) ?? '') === derived.internal) continue
      if (name === 'type' && section?.traits.hasBody) continue
      if (section?.traits.hasBody && name === section.title && fields.get(name) === part.key) continue
      const value = property.translatable ? this.text(part, name) : this.value(property, fields.get(name))
      if (value !== undefined) sheetMap[name] = value
    }
    if (body) sheetMap[body.type] = await formatBodyInTurns(body.type, body.body, this.scope)
    if (part.table) sheetMap['table'] = formatVariants(part.table, this.scope.names)
    for (const below of getSheetSections(this.scope.registry, entity.name)) {
      const children = part.children.filter((child) => child.section?.name === below.name)
      if (children.length > 0) sheetMap[below.name] = await this.section(below, children)
    }
    return sheetMap
  }

  private async section(section: Section, children: readonly MergedPart[]): Promise<unknown> {
    const fallback = section.entity.name.replaceAll('-', '_')
    const titles = children.map((child) => this.title(child))
    const keys = children.map(({ key }) => key)
    const internal = deriveInternalNames(keys, titles, fallback)
    if (section.traits.isProductWide || section.traits.hasBody) {
      const entries: (readonly [string, SheetMap])[] = []
      for (const [index, child] of children.entries())
        entries.push([child.key, await this.sheet(child, { key: true, internal: internal[index]! })])
      return Object.fromEntries(entries)
    }
    const byTitle = createTitleKeys(titles, fallback)
    const list: unknown[] = []
    for (const [index, child] of children.entries()) {
      const isDerived = section.internal === null || (byTitle[index] === child.key && titles[index] !== '')
      const childMap = {
        ...(!isDerived && { key: child.key }),
        ...(await this.sheet(child, { key: isDerived, internal: internal[index]! })),
      }
      const only = Object.keys(childMap)
      const title: unknown = childMap[section.title as never]
      list.push(only.length === 1 && only[0] === section.title && typeof title === 'string' ? title : childMap)
    }
    return list
  }

  private title({ section, texts, fields }: MergedPart): string {
    const name = section?.title ?? 'title'
    return (texts.get(flatKey(name, this.languages[0]!)) ?? '') || String(fields.get(name) ?? '')
  }

  private text({ texts }: MergedPart, name: string): unknown {
    const all = this.languages.map((tag) => [tag, texts.get(flatKey(name, tag)) ?? ''] as const)
    const filled = all.filter(([, text]) => text !== '')
    if (filled.length === 0) return undefined
    const first = all[0]?.[1]
    return all.every(([, text]) => text === first) ? first : Object.fromEntries(filled)
  }

  private value(property: Property, value: unknown): unknown {
    const start = resolveDefaultValue(property, this.work)
    if (isUnset(property, value)) return start === null ? undefined : null
    if (start !== null && isSameJson(value, start)) return undefined
    return formatSheetValue(property, value, this.scope)
  }
}
