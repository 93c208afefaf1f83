// Parses the text of a sheet into its parts and refuses unknown content; resolves no references yet.
import { parseSheetText } from './sheet-text.js'
import {
  productEditing,
  textGaps,
  isRegisteredTag,
  isLanguageTag,
  parseTrustedJson,
  longWork,
  longMarkup,
  messageFormat,
  isObject,
  type Property,
  type Entity,
  type Registry,
  requireEntity,
  propertyKinds,
  sheetLines,
} from '#core/surface.js'
import {
  type Issue,
  ValidationError,
  createLabel,
  createMessage,
  type Message,
  type MessageText,
  formatValue,
  type Context,
  createTitleKeys,
} from '#core/contract.js'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sheetBodyTypes } from './bodies.js'
import {
  maxSheetProblems,
  createSheetError,
  sheetFormat,
  compareLanguages,
  type SheetText,
  type SheetLanguages,
  fillMissingTexts,
} from './define.js'
import { fallbackKey, groupByKeyScope, type PartNode, walkParts } from './stored-part.js'
import { type Section, getSheetSections, getSheetProperties } from './sections.js'
import { joinSheetPath, type ParsedText, SourcePositions, issueAtLine } from './yaml.js'

/** Adds the article: `a product`, `an answer`. */
const a = (noun: string): Message =>
  createMessage('authoring.withArticle', {
    article: /^[aeiou]/i.test(noun) ? 'an' : 'a',
    entity: createLabel('entity', noun),
  })

export interface SheetPart extends PartNode<SheetPart> {
  readonly path: string
  key: string
  /** Field values by name, as the sheet writes them. */
  readonly fields: Map<string, { readonly property: Property; readonly value: unknown; readonly path: string }>
  /** Texts by flat key, including languages that are not active. */
  readonly texts: Map<string, SheetText>
  readonly children: SheetPart[]
  /** The sections that the sheet has below the part, including empty ones. */
  readonly sections: Set<Section>
  body: { readonly type: (typeof sheetBodyTypes)[number]; readonly notation: unknown; readonly path: string } | null
  /** The table of a part that is written as one, such as a variant table. */
  table: { readonly notation: unknown; readonly path: string } | null
}

export interface ParsedSheet extends SheetLanguages {
  readonly root: SheetPart
  /** An issue at a place of the text. */
  at(path: string, message: MessageText, code?: string): Issue
}

type Shape = Readonly<Record<string, unknown>>

interface AcceptedContent {
  readonly properties: ReadonlyMap<string, Property>
  readonly sections: ReadonlyMap<string, Section>
}

class SheetReader {
  readonly issues: Issue[] = []
  private readonly taken = new Map<Entity, AcceptedContent>()
  private partCount = 0
  /** Language tags in order of first use. */
  readonly spoken = new Set<string>()

  constructor(
    private readonly registry: Registry,
    private readonly languages: readonly string[],
    private readonly text: ParsedText,
  ) {}

  issue(path: string, message: MessageText, code?: string): Issue {
    return issueAtLine(path, this.text.places.lineOf(path), message, code)
  }

  /** Reports a problem; throws once the maximum number is reached. */
  refuse(path: string, message: Message): void {
    this.issues.push(this.issue(path, message))
    if (this.issues.length >= maxSheetProblems) throw createSheetError(this.issues)
  }

  /** The root part. The caller can pause between the steps. */
  *root(): Generator<void, SheetPart> {
    const { value } = this.text
    const product = requireEntity(this.registry, 'product')
    if (!isObject(value)) {
      this.refuse('', createMessage('authoring.sheetMap'))
      return this.empty(product, null, null, '', '')
    }
    const { sheet, product: key } = value
    if (sheet !== sheetFormat)
      this.refuse(
        sheet === undefined ? '' : 'sheet',
        sheet === undefined
          ? createMessage('authoring.sheetMissing')
          : sheet === String(sheetFormat)
            ? createMessage('authoring.sheetQuoted', { format: sheetFormat })
            : createMessage('authoring.sheetFormat', { format: sheetFormat, text: formatValue(sheet) }),
      )
    const name = typeof key === 'number' ? (this.text.places.sources.get('product') ?? String(key)) : key
    if (typeof name !== 'string' || name === '')
      this.refuse(key === undefined ? '' : 'product', createMessage('authoring.sheetProduct'))
    const root = this.empty(product, null, null, '', typeof name === 'string' ? name : '')
    yield* this.fill(root, value, ['sheet', 'product'])
    return root
  }

  private empty(entity: Entity, section: Section | null, owner: SheetPart | null, path: string, key: string): SheetPart {
    const part: SheetPart = {
      entity,
      section,
      owner,
      path,
      key,
      fields: new Map(),
      texts: new Map(),
      children: [],
      sections: new Set(),
      body: null,
      table: null,
    }
    owner?.children.push(part)
    if (++this.partCount > productEditing.maxProductParts)
      throw new ValidationError([this.issue(path, productEditing.tooManyParts, 'TOO_LONG')])
    return part
  }

  /** The properties and sections that a part of the entity may have. */
  private takenBy(entity: Entity): AcceptedContent {
    const keySets = this.taken.get(entity) ?? {
      properties: new Map(getSheetProperties(entity).map((property) => [property.name, property])),
      sections: new Map(getSheetSections(this.registry, entity.name).map((section) => [section.name, section])),
    }
    this.taken.set(entity, keySets)
    return keySets
  }

  /** `skipped` are keys that were read already. Copying a map without them is slow for a map of many keys. */
  private *fill(part: SheetPart, shape: Shape, skipped: readonly string[] = []): Generator<void, void> {
    yield
    const { entity, path, section: own } = part
    const { properties, sections } = this.takenBy(entity)
    const bodies: readonly string[] = own?.traits.hasBody ? sheetBodyTypes : []
    for (const name of Object.keys(shape)) {
      if (skipped.includes(name)) continue
      const value = shape[name]
      const at = joinSheetPath(path, name)
      const property = properties.get(name)
      const section = sections.get(name)
      if (property?.translatable) this.texts(part, property, value, at)
      else if (property) part.fields.set(name, { property, value: this.spelled(property, value, at), path: at })
      else if (section) yield* this.section(part, section, value, at)
      else if (own?.traits.hasTable && name === 'table') part.table = { notation: value, path: at }
      else if (bodies.includes(name)) {
        if (part.body)
          this.refuse(at, createMessage('authoring.bodyTwice', { types: sheetBodyTypes.join(', '), type: part.body.type }))
        else part.body = { type: name as (typeof sheetBodyTypes)[number], notation: value, path: at }
      } else {
        const fieldNames = [
          ...properties.keys(),
          ...sections.keys(),
          ...bodies,
          ...(own?.traits.hasTable ? ['table'] : []),
          ...(own ? ['key'] : []),
        ]
        const hint =
          messageFormat.suggestName(name, fieldNames) ||
          createMessage('authoring.sheetTakes', {
            names: `${fieldNames.slice(0, 20).join(', ')}${fieldNames.length > 20 ? ' …' : ''}`,
          })
        this.refuse(at, createMessage('authoring.noPartOfEntity', { name: formatValue(name), entity: a(entity.label), hint }))
      }
    }
  }

  /** Restores the source spelling of a number in a text field: an article number may begin with 0. */
  private spelled(property: Property, value: unknown, path: string): unknown {
    if (typeof value === 'string') return value
    const isText = property.kind === propertyKinds.stringKind || property.kind.files !== undefined
    return isText ? (this.text.places.sources.get(path) ?? value) : value
  }

  private texts(part: SheetPart, property: Property, value: unknown, path: string): void {
    const { texts } = part
    if (!isObject(value)) {
      const text = this.spelled(property, value, path)
      for (const tag of this.languages)
        texts.set(textGaps.flatKey(property.name, tag), { property, text, path, tag, isOne: true })
      return
    }
    for (const tag of Object.keys(value)) {
      const at = joinSheetPath(path, tag)
      if (this.languages.includes(tag) || (isLanguageTag(tag) && isRegisteredTag(tag))) {
        this.spoken.add(tag)
        texts.set(textGaps.flatKey(property.name, tag), {
          property,
          text: this.spelled(property, value[tag], at),
          path: at,
          tag,
          isOne: false,
        })
      } else
        this.refuse(
          at,
          createMessage('authoring.tagUnknown', {
            tag: formatValue(tag),
            hint:
              messageFormat.suggestName(tag, this.languages) ||
              createMessage('authoring.activeLanguages', { names: this.languages.join(', ') }),
          }),
        )
    }
  }

  private *section(owner: SheetPart, section: Section, value: unknown, path: string): Generator<void, void> {
    owner.sections.add(section)
    if (value === null) return
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield* this.listed(owner, section, item as unknown, joinSheetPath(path, index))
    } else if (isObject(value)) {
      for (const [key, item] of Object.entries(value)) yield* this.keyed(owner, section, key, item, joinSheetPath(path, key))
    } else
      this.refuse(
        path,
        createMessage('authoring.sectionRequired', {
          section: section.name,
          entities: createLabel('entity', section.entity.pluralLabel),
        }),
      )
  }

  private *keyed(owner: SheetPart, section: Section, key: string, value: unknown, path: string): Generator<void, void> {
    const part = this.empty(section.entity, section, owner, path, key)
    this.checkKey(part, key, path)
    if (value === null) return
    if (isObject(value)) yield* this.fill(part, value)
    // The short form of a calculation is its formula; of any other part, its title.
    else if (section.traits.hasBody) part.body = { type: 'formula', notation: value, path }
    else this.title(part, value, path)
  }

  private *listed(owner: SheetPart, section: Section, value: unknown, path: string): Generator<void, void> {
    const part = this.empty(section.entity, section, owner, path, '')
    if (!isObject(value)) {
      if (value === null || Array.isArray(value))
        this.refuse(path, createMessage('authoring.sheetItem', { entity: createLabel('entity', section.entity.label) }))
      else this.title(part, value, path)
      return
    }
    if (!Object.hasOwn(value, 'key')) return yield* this.fill(part, value)
    const { key } = value
    if (key !== undefined) {
      const text = typeof key === 'string' ? key : (this.text.places.sources.get(joinSheetPath(path, 'key')) ?? formatValue(key))
      this.checkKey(part, text, joinSheetPath(path, 'key'))
      part.key = text
    }
    yield* this.fill(part, value, ['key'])
  }

  private title(part: SheetPart, value: unknown, path: string): void {
    const property = part.entity.properties[part.section!.title]!
    if (property.translatable) this.texts(part, property, value, path)
    else part.fields.set(property.name, { property, value: this.spelled(property, value, path), path })
  }

  private checkKey({ entity }: SheetPart, key: string, path: string): void {
    if (sheetLines.keyPattern.test(key) && key.length <= 80) return
    const keySlug = sheetLines.toKeySlug(key)
    this.refuse(
      path,
      createMessage('authoring.keyInvalid', { key: formatValue(key), entity: a(entity.label), example: keySlug || 'width' }),
    )
  }
}

/** The title from which a key is derived; null if the sheet has none. */
export function getSheetTitle({ section, texts, fields }: SheetPart, language: string): string | null {
  if (section === null) return null
  const findFallbackTitle = (): SheetText | undefined =>
    [...texts.values()].find(({ property, isOne: isFallbackText }) => isFallbackText && property.name === section.title)
  const titleText =
    (texts.get(textGaps.flatKey(section.title, language)) ?? findFallbackTitle())?.text ?? fields.get(section.title)?.value
  return typeof titleText === 'string' && titleText !== '' ? titleText : null
}

/** Assigns every part its key; refuses duplicate keys and keys that cannot be stored. */
function assignKeys(reader: SheetReader, root: SheetPart, language: string): void {
  for (const group of groupByKeyScope(walkParts(root))) {
    const { section, entity } = group[0]!
    const byTitle = createTitleKeys(
      group.map((part) => getSheetTitle(part, language) ?? part.key),
      fallbackKey(entity),
    )
    const partsByKey = new Map<string, SheetPart>()
    for (const [index, part] of group.entries()) {
      if (part.key === '') {
        if (getSheetTitle(part, language) === null)
          reader.refuse(
            part.path,
            createMessage('authoring.keyWithoutTitle', {
              entity: createLabel('entity', entity.label),
              field: section!.title,
              language,
            }),
          )
        part.key = byTitle[index]!
      } else if (section!.internal === null && part.key !== byTitle[index]) {
        const message = createMessage('authoring.keyFromTitle', {
          entity: a(entity.label),
          field: section!.title,
          key: byTitle[index]!,
          text: formatValue(part.key),
        })
        reader.refuse(part.path, message)
      }
      const other = partsByKey.get(part.key)
      if (other) {
        const scopeText = section!.traits.isProductWide
          ? createMessage('authoring.scopeProduct')
          : createMessage('authoring.scopeThis', { entity: createLabel('entity', part.owner?.entity.label ?? '') })
        reader.refuse(
          part.path,
          createMessage('authoring.keyTwice', {
            key: formatValue(part.key),
            entities: createLabel('entity', entity.pluralLabel),
            scope: scopeText,
          }),
        )
      }
      partsByKey.set(part.key, part)
    }
  }
}

/** Reads a parsed text, with pauses. VALIDATION_FAILED with one issue for each invalid place. */
export const readSheet = (registry: Registry, languages: readonly string[], text: ParsedText): Promise<ParsedSheet> =>
  longWork.runInTurns(readText(registry, languages, text))

/** Parses the text that a caller sent, in a worker if it is large, and sanitizes its rich texts. */
export async function parseSheet(context: Context, languages: readonly string[], text: string): Promise<ParsedSheet> {
  const parsed = await parseSheetText(context, text)
  const value = await parseTrustedJson(parsed.value)
  const sheet = await readSheet(context.registry, languages, { value, places: new SourcePositions(parsed) })
  const richTexts = await collectRichTexts(sheet.root)
  if (richTexts.length > 0) await context.sanitizer.prepareRichTexts(richTexts)
  return sheet
}

async function collectRichTexts(root: SheetPart): Promise<readonly string[]> {
  const richTexts = new Set<string>()
  const add = async (property: Property, value: unknown): Promise<void> => {
    if (!property.kind.sanitizes?.(value, property)) return
    richTexts.add(value)
    if (value.length > longMarkup) await nextTurn()
  }
  for (const part of walkParts(root)) {
    for (const { property, text } of part.texts.values()) await add(property, text)
    for (const { property, value } of part.fields.values()) await add(property, value)
  }
  return [...richTexts]
}

function* readText(registry: Registry, languages: readonly string[], text: ParsedText): Generator<void, ParsedSheet> {
  const reader = new SheetReader(registry, languages, text)
  const root = yield* reader.root()
  const own = compareLanguages(root, reader.spoken, languages)
  if (reader.issues.length === 0) assignKeys(reader, root, own.language)
  yield
  if (reader.issues.length > 0) throw createSheetError(reader.issues)
  fillMissingTexts(walkParts(root), own, languages)
  return { root, ...own, at: (path, message, code) => reader.issue(path, message, code) }
}
