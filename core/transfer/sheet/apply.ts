// Applies a sheet to a product in the open transaction: stores parts, then references, then deletes removed parts and reorders.
import { calculationForms } from '../../engine/calculation/forms/index.js'
import { type Issue, ValidationError } from '../../foundation/errors.js'
import { type Property, Refusal } from '../../foundation/property/kind.js'
import { bodyEntities } from '../../model/entity/calculation-bodies.js'
import type { Entity } from '../../model/entity/define.js'
import { shareFileRows } from '../../storage/files/store-record-file.js'
import { startingValue } from '../../storage/pipeline/defaults.js'
import { remove } from '../../storage/pipeline/remove.js'
import { write } from '../../storage/pipeline/write.js'
import { flatKeysOf } from '../../storage/record/flat-keys.js'
import { presentValue } from '../../storage/record/present.js'
import { emptyValue, isEmpty } from '../../storage/record/values.js'
import type { InUnit, Work } from '../../storage/work.js'
import { meantBody, sameBody } from './bodies.js'
import { Changes } from './changes.js'
import { type ApplyOptions, mostProblems, refusalOf } from './define.js'
import { takeFile } from './files.js'
import { type HeldPart, outsideNames, sheetNames } from './held.js'
import { type Target, targetOf, targetsOf } from './match.js'
import type { NamedPart, OutsideNames, SheetNames } from './names.js'
import { NewNames } from './new-names.js'
import { byDepth, NewParts } from './new-parts.js'
import { putInOrder } from './order.js'
import { removeUnnamed } from './remove.js'
import type { SheetReport } from './report.js'
import type { SaidSheet } from './read.js'
import { isSameJson } from '../../foundation/json-equality.js'
import { orEmpty, sameNaming } from './same.js'
import { nameOfPart, sheetProperties } from './sections.js'
import { heldNow, type StandingProduct } from './standing.js'
import { meantValue, namesOthers, sentenceOf, type ValueScope } from './values.js'
import { readVariants } from './variant-lines.js'
import { authoredBody, heldVariants } from './write.js'

type Fields = Readonly<Record<string, unknown>>
type Filled = Record<string, unknown>

const neededBy = new WeakMap<Entity, readonly Property[]>()

/** Required fields of a new part that reference other records. */
function needed(entity: Entity): readonly Property[] {
  const known = neededBy.get(entity) ?? sheetProperties(entity).filter((one) => namesOthers(one) && one.required)
  neededBy.set(entity, known)
  return known
}

/** VALIDATION_FAILED with one issue for each place that cannot be stored; the unit of work is then rolled back. */
export async function applySheet(
  given: Work & InUnit,
  sheet: SaidSheet,
  options: ApplyOptions,
  standing: StandingProduct | null = null,
): Promise<SheetReport> {
  const work = await given.at()
  const held = await heldNow(work, sheet, options, standing)
  const [language = ''] = work.moment.snapshot.languages
  const root = targetOf(sheet.root, held, options.prune, language)
  return new Applying(work, sheet, options, root, held).run()
}

class Applying {
  private readonly issues: Issue[] = []
  private readonly changes = new Changes()
  /** Fields of new parts that have a table: such a part is created once its questions exist. */
  private readonly waiting = new Map<Target, Filled>()
  private readonly missing: { place: string; file: string }[] = []
  private readonly parts: NewParts
  private readonly names: NewNames
  private outside: Promise<OutsideNames> | null = null

  constructor(
    private readonly work: Work & InUnit,
    private readonly sheet: SaidSheet,
    private readonly options: ApplyOptions,
    private readonly root: Target,
    private readonly held: HeldPart | null,
  ) {
    const one = (target: Target, fields: Fields): Promise<void> => this.store(target, fields)
    this.parts = new NewParts(work, one, async (target, fields, { id, stored }) => {
      this.created(target, id, stored)
      await this.shareFiles(target.entity, id, fields)
    })
    this.names = new NewNames(work)
  }

  async run(): Promise<SheetReport> {
    await this.each(byDepth(this.root), (target) => this.writePlain(target))
    await this.parts.make()
    this.throwIssues()
    const there = [...targetsOf(this.root)].filter(({ id }) => id !== null)
    const parts = there.map(({ entity, id, key, owner }) => ({
      entity: entity.name,
      id: id!,
      key,
      owner: owner && { entity: owner.entity.name, id: owner.id! },
    }))
    const scope: ValueScope = { names: await this.namesOf(parts), registry: this.work.context.registry }
    await this.each(targetsOf(this.root), (target) => this.writeNaming(target, scope))
    await this.names.write(this.root, (target, fields) => this.store(target, fields))
    await this.each(targetsOf(this.root), (target) => this.writeBody(target, scope))
    await this.each(targetsOf(this.root), (target) => this.writeTable(target, scope))
    this.throwIssues()
    if (this.options.prune && this.held) await removeUnnamed(this.work, this.held, this.root, this.changes)
    await putInOrder(this.work, this.root, this.held, this.changes)
    return this.changes.report(this.root.id!, this.root.key, this.missing, this.sheet)
  }

  private async namesOf(parts: readonly NamedPart[]): Promise<SheetNames> {
    this.outside ??= outsideNames(this.work)
    return sheetNames(this.work, parts, await this.outside)
  }

  /** Runs the work for every target; stops at the maximum number of problems. */
  private async each(targets: Iterable<Target>, work: (target: Target) => Promise<void>): Promise<void> {
    for (const target of targets) {
      await work(target)
      if (this.issues.length >= mostProblems) this.throwIssues()
    }
  }

  private throwIssues(): void {
    if (this.issues.length > 0) throw refusalOf(this.issues)
  }

  /** Writes everything that references no other part; creates new parts. */
  private async writePlain(target: Target): Promise<void> {
    const { said, held, owner, section } = target
    if (!said) return
    if (owner && owner.id === null) await this.parts.make()
    if (owner && owner.id === null) return
    const fields: Filled = {}
    for (const property of this.concerned(target)) {
      if (namesOthers(property)) continue
      if (property.translatable) this.texts(target, property, fields)
      else await this.plain(target, property, fields)
    }
    if (section && owner && (!held || held.record.values[section.owner] !== owner.id)) fields[section.owner] = owner.id
    if (held || section?.traits.hasTable) {
      // A new table is created later, when its questions exist.
      if (held) await this.store(target, fields)
      else this.waiting.set(target, fields)
      return
    }
    // A required reference points outside the product, so its target already exists.
    if (await this.required(target, fields)) await this.parts.add(target, fields)
  }

  /** The properties that the sheet sets or that a part sets itself; all properties of an existing part with `prune`. */
  private concerned({ said, held, entity, section }: Target): readonly Property[] {
    const all = sheetProperties(entity)
    if (held && this.options.prune) return all
    const { fields, texts } = said!
    const named = new Set([...fields.keys(), 'label', 'type', section?.internal, section?.title])
    for (const { property } of texts.values()) named.add(property.name)
    return all.filter(({ name }) => named.has(name))
  }

  private texts(target: Target, property: Property, fields: Filled): void {
    const { said, held, entity, section } = target
    for (const { key, property: own, tag } of flatKeysOf(entity, this.work.moment.snapshot.languages).values()) {
      if (own !== property) continue
      const given = said!.texts.get(key)
      // A sheet without a language leaves the texts in that language unchanged.
      if (held && (given?.standsIn || this.sheet.lacking.includes(tag))) continue
      const isLabel = section === null && own.name === 'label'
      let text: unknown = given?.text ?? ''
      if (!given) {
        // The label of a new product is its key, so that the next sheet finds it again.
        if (!held && isLabel) text = this.root.key
        else if (!held && section?.title === own.name && !this.says(target, own.name)) text = target.key
        else if (!held || !this.options.prune || isLabel) continue
      }
      const prepared = (text === null ? '' : own.kind.prepare(text, own)) ?? ''
      if (!held || prepared !== held.record.values[key]) if (held || prepared !== '') fields[key] = text
    }
  }

  private says(target: Target, property: string): boolean {
    return [...target.said!.texts.values()].some((one) => one.property.name === property)
  }

  private async plain(target: Target, property: Property, fields: Filled): Promise<void> {
    const { said, held, section, internal } = target
    const { name } = property
    const given = said!.fields.get(name)
    let value = given?.value
    if (!given) {
      if (name === section?.internal) value = internal ?? ''
      else if (name === 'type' && section?.traits.hasBody) {
        if (held || !said!.body) return
        value = said!.body.type
      } else if (!held && name === section?.title) value = target.key
      else if (!held || !this.options.prune || (section?.traits.hasBody && name === section.title)) return
      else if (property.kind.files) value = null
      else value = startingValue(property, this.work)
    }
    const prepared = value === null || value === undefined ? null : (property.kind.prepare(value, property) ?? null)
    const present = held?.record.values[name]
    if (held ? isSameJson(orEmpty(property, prepared), present) : given === undefined && isEmpty(value)) return
    if (property.kind.files && !isEmpty(prepared) && typeof prepared === 'string') {
      if (!(await takeFile(this.work, prepared, this.options.files))) {
        this.missing.push({ place: given?.path ?? name, file: prepared })
        return
      }
    }
    fields[name] = value ?? null
  }

  /** Resolves required references of a new record that leave the product; false if one has no target. */
  private async required(target: Target, fields: Filled): Promise<boolean> {
    const properties = needed(target.entity)
    if (properties.length === 0) return true
    const before = this.issues.length
    const names = await this.namesOf([])
    for (const property of properties) {
      const given = target.said!.fields.get(property.name)
      if (!given) continue
      try {
        fields[property.name] = meantValue(property, given.value, { names, registry: this.work.context.registry })
      } catch (error) {
        this.issues.push(this.sheet.at(given.path, sentenceOf(error)))
      }
    }
    return this.issues.length === before
  }

  /** Writes the references of rules, calculations and other parts, and empties fields of a new part whose default is not empty. */
  private async writeNaming(target: Target, scope: ValueScope): Promise<void> {
    const { said, held, entity } = target
    if (!said || target.id === null) return
    const fields: Filled = {}
    const isPruned = held !== null && this.options.prune
    for (const property of sheetProperties(entity)) {
      const { name } = property
      const given = said.fields.get(name)
      if (!given && !isPruned) continue
      if (!namesOthers(property)) {
        const isEmptied = !held && given !== undefined && isEmpty(given.value) && startingValue(property, this.work) !== null
        if (isEmptied) fields[name] = null
        continue
      }
      // A new record already has its required references.
      if (!held && property.required) continue
      try {
        const value = given ? meantValue(property, given.value, scope) : startingValue(property, this.work)
        const present = held ? presentValue(property, held.record.row[name], scope.registry) : emptyValue(property)
        if (!sameNaming(orEmpty(property, value), orEmpty(property, present))) fields[name] = value
      } catch (error) {
        this.issues.push(this.sheet.at(given?.path ?? said.path, sentenceOf(error)))
      }
    }
    if (Object.keys(fields).length === 0) return
    if (held || !this.names.takes(target, fields, this.root)) await this.store(target, fields)
  }

  private async writeBody({ said, held, id, key, entity, section }: Target, scope: ValueScope): Promise<void> {
    if (!said || !section?.traits.hasBody) return
    const present = held?.body ?? null
    if (!said.body) {
      if (!present || !this.options.prune) return
      await remove(this.work.context, bodyEntities[present.type]!, present.record.id, { unit: this.work.unit })
      this.changes.changed(entity.name, id!, key, [present.type])
      return
    }
    const { type, path } = said.body
    try {
      const body = meantBody(type, said.body.said, scope)
      if (present?.type === type && sameBody(type, authoredBody(this.work, present), body)) return
      if (type === 'code') this.options.requireCode()
      const columns = calculationForms[type].columns(body)
      if (columns instanceof Refusal) {
        this.issues.push(this.sheet.at(path, columns.message, columns.code))
        return
      }
      const bodyId = present?.type === type ? present.record.id : undefined
      const fields = { ...columns, ...(bodyId === undefined && { calculation_id: id }) }
      await write(this.work.context, bodyEntities[type]!, fields, { unit: this.work.unit, id: bodyId })
      this.changes.changed(entity.name, id!, key, [type])
    } catch (error) {
      if (error instanceof ValidationError) this.collect(error, path, () => path)
      else this.issues.push(this.sheet.at(path, sentenceOf(error)))
    }
  }

  private async writeTable(target: Target, { names }: ValueScope): Promise<void> {
    const { said, held, section } = target
    if (!said || !section?.traits.hasTable) return
    const fields = this.waiting.get(target) ?? {}
    try {
      if (said.table) {
        const wanted = readVariants(said.table.said, names)
        if (!held || !isSameJson(wanted, heldVariants(this.work, held))) Object.assign(fields, wanted)
      }
    } catch (error) {
      this.issues.push(this.sheet.at(said.table?.path ?? said.path, sentenceOf(error)))
      return
    }
    await this.store(target, fields)
  }

  /** Writes through the write pipeline; its errors get their place in the sheet. */
  private async store(target: Target, fields: Fields): Promise<void> {
    const { said, entity } = target
    if (target.id !== null && Object.keys(fields).length === 0) return
    try {
      const written = await write(this.work.context, entity.name, fields, { unit: this.work.unit, id: target.id ?? undefined })
      await this.shareFiles(entity, written.id, fields)
      if (target.id === null) return this.created(target, written.id, written.stored)
      this.names.changed(target, written.stored)
      this.changes.changed(entity.name, written.id, nameOfPart(target), Object.keys(fields))
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const { languages } = this.work.moment.snapshot
      const inSheet = (field: string, message: string): string => textPlace(entity, field, message, languages)
      this.collect(error, said!.path, (field) => placeIn(said!, entity, field, languages), inSheet)
    }
  }

  /** Registers the record as a user of its files, so that they stay when other records drop them. */
  private async shareFiles(entity: Entity, id: number, fields: Fields): Promise<void> {
    for (const [field, name] of Object.entries(fields)) {
      if (typeof name !== 'string' || name === '' || !entity.properties[field]?.kind.files) continue
      await shareFileRows(this.work.context, this.work.unit, { entity: entity.name, id, field }, this.options.files.get(name)!)
    }
  }

  private created(target: Target, id: number, stored: Fields): void {
    this.names.made(target, id, stored)
    this.changes.created(target.entity.name, id, nameOfPart(target))
    target.id = id
  }

  private collect(
    error: ValidationError,
    path: string,
    place: (field: string) => string,
    said: (field: string, message: string) => string = (_field, message) => message,
  ): void {
    if (error.issues.length === 0) this.issues.push(this.sheet.at(path, error.message))
    const told = new Set<string>()
    for (const { field, code, message } of error.issues) {
      const issue = this.sheet.at(place(field), said(field, message), code)
      // One text may apply to all languages. Report its error once.
      if (told.has(issue.message)) continue
      told.add(issue.message)
      this.issues.push(issue)
    }
  }
}

/** Maps `title_de_DE` to the path of `title`, and a place inside a rule to the path of the rule. */
function placeIn(said: Target['said'] & object, entity: Entity, field: string, languages: readonly string[]): string {
  const [name = ''] = field.split(/[.[]/)
  const text = flatKeysOf(entity, languages).get(name)
  // A missing language is reported next to the texts in other languages.
  const other = text && [...said.texts.values()].find((one) => one.property.name === text.property.name)
  if (said.table && ['question_ids', 'rows'].includes(name)) return said.table.path
  return said.texts.get(name)?.path ?? other?.path.replace(/\.[^.]+$/, '') ?? said.fields.get(name)?.path ?? said.path
}

/** Replaces `title_de_DE` in an error message with the sheet's spelling `title.de-DE`. */
function textPlace(entity: Entity, field: string, message: string, languages: readonly string[]): string {
  const text = flatKeysOf(entity, languages).get(field)
  return text ? message.replaceAll(`'${field}'`, `'${text.property.name}.${text.tag}'`) : message
}
