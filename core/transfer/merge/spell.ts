// Formats a merged product as a complete sheet.
import { flatKey } from '../../foundation/language/tags.js'
import type { Property } from '../../foundation/property/kind.js'
import { startingValue } from '../../storage/pipeline/defaults.js'
import { isUnset } from '../../storage/record/values.js'
import type { Work } from '../../storage/work.js'
import { align, outsideOf } from '../diff/align.js'
import { Values } from '../diff/values.js'
import { versionInText } from '../diff/version.js'
import { sheetBody } from '../sheet/bodies.js'
import { sheetFormat } from '../sheet/define.js'
import { internalNames, titleKeys } from '../sheet/keys.js'
import { type OutsideNames, SheetNames } from '../sheet/names.js'
import type { SaidPart } from '../sheet/read.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { type Section, sectionsOf, sheetProperties } from '../sheet/sections.js'
import { sheetValue, type ValueScope } from '../sheet/values.js'
import { spellVariants } from '../sheet/variant-lines.js'
import { openKeys } from '../sheet/write.js'
import { writeYaml } from '../sheet/yaml.js'
import type { MergedPart } from './part.js'

type Said = Record<string, unknown>

function* withOwners(part: MergedPart, owner: MergedPart | null = null): Generator<readonly [MergedPart, MergedPart | null]> {
  yield [part, owner]
  for (const child of part.children) yield* withOwners(child, part)
}

/** YAML; equal products give equal text. */
export function spellMerged(work: Work, root: MergedPart, outside: OutsideNames): string {
  const { registry } = work.context
  const { languages } = work.moment.snapshot
  const parts = [...withOwners(root)].map(([{ entity, number, key }, owner]) => ({
    ...{ entity: entity.name, id: number, key },
    owner: owner && { entity: owner.entity.name, id: owner.number },
  }))
  const names = new SheetNames(parts, outside, new Set(registry.functions.keys()))
  const said = new Spelling(work, { names, registry }, languages).sheet(root)
  return writeYaml({ sheet: sheetFormat, product: root.key, ...said }, openKeys(work))
}

/** The content of a part in one version; its children are added later. */
export function asItIs(values: Values, languages: readonly string[], said: SaidPart, number: number): MergedPart {
  const { entity, section, key } = said
  const [fields, texts] = [new Map<string, unknown>(), new Map<string, string>()]
  for (const property of Values.fieldsOf(said)) {
    if (!property.translatable) fields.set(property.name, values.field(said, property))
    else for (const tag of languages) texts.set(flatKey(property.name, tag), values.text(said, property, tag))
  }
  return { number, entity, section, key, fields, texts, body: values.body(said), table: values.table(said), children: [] }
}

/** Parses a sheet and formats it again, so that equal content gives equal text. */
export function respelled(work: Work, text: string): string {
  const version = versionInText(work, text)
  const [state] = align(work.context.registry, [version])
  const values = new Values(work, state!)
  const build = (said: SaidPart): MergedPart => {
    const part = asItIs(values, work.moment.snapshot.languages, said, state!.numbers.get(said)!)
    part.children = said.children.map(build)
    return part
  }
  return spellMerged(work, build(version.sheet.root), outsideOf(work.context.registry, [version]))
}

class Spelling {
  constructor(
    private readonly work: Work,
    private readonly scope: ValueScope,
    private readonly languages: readonly string[],
  ) {}

  /** `derived`: whether the key follows from the title, and the internal name that follows from key and title. */
  sheet(part: MergedPart, derived: { readonly key: boolean; readonly internal: string } = { key: false, internal: '' }): Said {
    const { entity, section, fields, body } = part
    const said: Said = {}
    for (const property of sheetProperties(entity)) {
      const { name } = property
      if (name === section?.internal && (fields.get(name) ?? '') === derived.internal) continue
      if (name === 'type' && section?.traits.hasBody) continue
      if (section?.traits.hasBody && name === section.title && fields.get(name) === part.key) continue
      const value = property.translatable ? this.text(part, name) : this.value(property, fields.get(name))
      if (value !== undefined) said[name] = value
    }
    if (body) said[body.type] = sheetBody(body.type, body.body, this.scope)
    if (part.table) said['table'] = spellVariants(part.table, this.scope.names)
    for (const below of sectionsOf(this.scope.registry, entity.name)) {
      const children = part.children.filter((child) => child.section?.name === below.name)
      if (children.length > 0) said[below.name] = this.section(below, children)
    }
    return said
  }

  private section(section: Section, children: readonly MergedPart[]): unknown {
    const fallback = section.entity.name.replaceAll('-', '_')
    const titles = children.map((child) => this.title(child))
    const keys = children.map(({ key }) => key)
    const internal = internalNames(keys, titles, fallback)
    if (section.traits.isProductWide || section.traits.hasBody)
      return Object.fromEntries(
        children.map((child, index) => [child.key, this.sheet(child, { key: true, internal: internal[index]! })]),
      )
    const byTitle = titleKeys(titles, fallback)
    return children.map((child, index) => {
      const isDerived = section.internal === null || (byTitle[index] === child.key && titles[index] !== '')
      const said = { ...(!isDerived && { key: child.key }), ...this.sheet(child, { key: isDerived, internal: internal[index]! }) }
      const only = Object.keys(said)
      const title: unknown = said[section.title as never]
      return only.length === 1 && only[0] === section.title && typeof title === 'string' ? title : said
    })
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
    const start = startingValue(property, this.work)
    if (isUnset(property, value)) return start === null ? undefined : null
    if (start !== null && isSameJson(value, start)) return undefined
    return sheetValue(property, value, this.scope)
  }
}
