// Applies a sheet to a product in the open transaction: stores parts, then references, then deletes removed parts and reorders.
import {
  productEditing,
  formulaLanguage,
  longWork,
  getMessage,
  type Property,
  entityModel,
  type Entity,
  storedFiles,
  recordWriting,
  storedValues,
  type sheetLines,
  isSameJson,
} from '#core/surface.js'
import {
  type Issue,
  ValidationError,
  type MessageText,
  type MessageValues,
  Refusal,
  type TransactionContext,
  type ServiceContext,
} from '#core/contract.js'
import { parseBodyInTurns, isSameBody } from './bodies.js'
import { ChangeRecorder, type SheetReport } from './report.js'
import { type ApplyOptions, maxSheetProblems, createSheetError } from './define.js'
import {
  canReferenceFile,
  reloadIfChanged,
  type ExistingProduct,
  type TargetPart,
  assignInternalNames,
  buildTargetTree,
  walkByDepth,
} from './match.js'
import { type StoredPart, loadOutsideNames, createSheetNames, formatPartName, toPartKeys, walkParts } from './stored-part.js'
import { NewReferences, NewParts, writePartOrder, removeUnnamed } from './part-writing.js'
import type { ParsedSheet } from './read.js'
import {
  toOwnEmptyValue,
  isSameReferenceValue,
  parseSheetValue,
  hasReferences,
  getRefusalMessage,
  type ValueScope,
} from './values.js'
import { getSheetProperties } from './sections.js'
import { parseVariants } from './table-notation.js'
import { readAuthoredBody, readVariantContent } from './write.js'

type Fields = Readonly<Record<string, unknown>>
type FieldMap = Record<string, unknown>

const requiredReferences = new WeakMap<Entity, readonly Property[]>()

/** Required fields of a new part that reference other records. */
function listRequiredReferences(entity: Entity): readonly Property[] {
  const properties =
    requiredReferences.get(entity) ??
    getSheetProperties(entity).filter((property) => hasReferences(property) && property.required)
  requiredReferences.set(entity, properties)
  return properties
}

/** VALIDATION_FAILED with one issue for each place that cannot be stored; the unit of work is then rolled back. */
export async function applySheet(
  initialWork: ServiceContext & TransactionContext,
  sheet: ParsedSheet,
  options: ApplyOptions,
  existingProduct: ExistingProduct | null = null,
): Promise<SheetReport> {
  const work = await initialWork.at()
  const storedRoot = await reloadIfChanged(work, sheet, options, existingProduct)
  const [language = ''] = work.versionedSnapshot.snapshot.languages
  const turn = new longWork.Turn()
  const root = buildTargetTree(sheet.root, storedRoot, options.prune)
  if (turn.isOver) await turn.pause()
  assignInternalNames(root, options.prune, language)
  if (turn.isOver) await turn.pause()
  // Parts that the sheet does not name stay.
  let partCount = 0
  for (const _ of walkParts(root)) partCount++
  if (partCount > productEditing.maxProductParts) throw ValidationError.of('sheet', productEditing.tooManyParts, 'TOO_LONG')
  return new SheetApplier(work, sheet, options, root, storedRoot).run()
}

class SheetApplier {
  private readonly issues: Issue[] = []
  private readonly changes = new ChangeRecorder()
  /** Fields of new parts that have a table: such a part is created once its questions exist. */
  private readonly waiting = new Map<TargetPart, FieldMap>()
  private readonly missing: { place: string; file: string }[] = []
  private readonly parts: NewParts
  private readonly names: NewReferences
  private outside: Promise<sheetLines.OutsideNames> | null = null

  constructor(
    private readonly work: ServiceContext & TransactionContext,
    private readonly sheet: ParsedSheet,
    private readonly options: ApplyOptions,
    private readonly root: TargetPart,
    private readonly storedRoot: StoredPart | null,
  ) {
    const storeTarget = (target: TargetPart, fields: Fields): Promise<void> => this.store(target, fields)
    this.parts = new NewParts(work, storeTarget, async (target, fields, { id, stored }) => {
      this.created(target, id, stored)
      await this.shareFiles(target.entity, id, fields)
    })
    this.names = new NewReferences(work)
  }

  async run(): Promise<SheetReport> {
    await this.each(walkByDepth(this.root), (target) => this.writePlain(target))
    await this.parts.make()
    this.throwIssues()
    const there = [...walkParts(this.root)].filter(({ id }) => id !== null)
    const scope: ValueScope = {
      names: await this.namesOf(toPartKeys(there, ({ id }) => id!)),
      registry: this.work.context.registry,
    }
    await this.each(walkParts(this.root), (target) => this.writeNaming(target, scope))
    await this.names.write(this.root, (target, fields) => this.store(target, fields))
    await this.each(walkParts(this.root), (target) => this.writeBody(target, scope))
    await this.each(walkParts(this.root), (target) => this.writeTable(target, scope))
    this.throwIssues()
    if (this.options.prune && this.storedRoot) await removeUnnamed(this.work, this.storedRoot, this.root, this.changes)
    await writePartOrder(this.work, this.root, this.storedRoot, this.changes)
    return this.changes.report(this.root.id!, this.root.key, this.missing, this.sheet)
  }

  private async namesOf(parts: readonly sheetLines.PartKey[]): Promise<sheetLines.SheetNames> {
    this.outside ??= loadOutsideNames(this.work)
    return createSheetNames(this.work, parts, await this.outside)
  }

  /** Runs the work for every target; stops at the maximum number of problems. */
  private async each(targets: Iterable<TargetPart>, work: (target: TargetPart) => Promise<void>): Promise<void> {
    for (const target of targets) {
      await work(target)
      if (this.issues.length >= maxSheetProblems) this.throwIssues()
    }
  }

  private throwIssues(): void {
    if (this.issues.length > 0) throw createSheetError(this.issues)
  }

  /** Writes everything that references no other part; creates new parts. */
  private async writePlain(target: TargetPart): Promise<void> {
    const { sheetPart, storedPart, owner, section } = target
    if (!sheetPart) return
    if (owner && owner.id === null) await this.parts.make()
    if (owner && owner.id === null) return
    const fields: FieldMap = {}
    for (const property of this.concerned(target)) {
      if (hasReferences(property)) continue
      if (property.translatable) this.texts(target, property, fields)
      else await this.plain(target, property, fields)
    }
    if (section && owner && (!storedPart || storedPart.record.values[section.owner] !== owner.id))
      fields[section.owner] = owner.id
    if (storedPart || section?.traits.hasTable) {
      // A new table is created later, when its questions exist.
      if (storedPart) await this.store(target, fields)
      else this.waiting.set(target, fields)
      return
    }
    // A required reference points outside the product, so its target already exists.
    if (await this.required(target, fields)) await this.parts.add(target, fields)
  }

  /** The properties that the sheet sets or that a part sets itself; all properties of an existing part with `prune`. */
  private concerned({ sheetPart, storedPart, entity, section }: TargetPart): readonly Property[] {
    const all = getSheetProperties(entity)
    if (storedPart && this.options.prune) return all
    const { fields, texts } = sheetPart!
    const fieldNames = new Set([...fields.keys(), 'label', 'type', section?.internal, section?.title])
    for (const { property } of texts.values()) fieldNames.add(property.name)
    return all.filter(({ name }) => fieldNames.has(name))
  }

  private texts(target: TargetPart, property: Property, fields: FieldMap): void {
    const { sheetPart, storedPart, entity, section } = target
    for (const { key, property: own, tag } of storedValues
      .getFlatKeys(entity, this.work.versionedSnapshot.snapshot.languages)
      .values()) {
      if (own !== property) continue
      const sheetText = sheetPart!.texts.get(key)
      // A sheet without a language leaves the texts in that language unchanged.
      if (storedPart && (sheetText?.isFallback || this.sheet.missingLanguages.includes(tag))) continue
      const isLabel = section === null && own.name === 'label'
      let text: unknown = sheetText?.text ?? ''
      if (!sheetText) {
        // The label of a new product is its key, so the next sheet finds it again.
        if (!storedPart && isLabel) text = this.root.key
        else if (!storedPart && section?.title === own.name && !this.hasText(target, own.name)) text = target.key
        else if (!storedPart || !this.options.prune || isLabel) continue
      }
      const prepared = (text === null ? '' : own.kind.prepare(text, own)) ?? ''
      if (!storedPart || prepared !== storedPart.record.values[key]) if (storedPart || prepared !== '') fields[key] = text
    }
  }

  private hasText(target: TargetPart, property: string): boolean {
    return [...target.sheetPart!.texts.values()].some((text) => text.property.name === property)
  }

  private async plain(target: TargetPart, property: Property, fields: FieldMap): Promise<void> {
    const { sheetPart, storedPart, section, internal } = target
    const { name } = property
    const fieldEntry = sheetPart!.fields.get(name)
    let value = fieldEntry?.value
    if (!fieldEntry) {
      if (name === section?.internal) value = internal ?? ''
      else if (name === 'type' && section?.traits.hasBody) {
        if (storedPart || !sheetPart!.body) return
        value = sheetPart!.body.type
      } else if (!storedPart && name === section?.title) value = target.key
      else if (!storedPart || !this.options.prune || (section?.traits.hasBody && name === section.title)) return
      else if (property.kind.files) value = null
      else value = recordWriting.resolveDefaultValue(property, this.work)
    }
    const prepared = value === null || value === undefined ? null : (property.kind.prepare(value, property) ?? null)
    const present = storedPart?.record.values[name]
    if (
      storedPart
        ? isSameJson(toOwnEmptyValue(property, prepared), present)
        : fieldEntry === undefined && entityModel.isEmpty(value)
    )
      return
    if (property.kind.files && !entityModel.isEmpty(prepared) && typeof prepared === 'string') {
      if (!(await canReferenceFile(this.work, prepared, this.options.files))) {
        this.missing.push({ place: fieldEntry?.path ?? name, file: prepared })
        return
      }
    }
    fields[name] = value ?? null
  }

  /** Resolves required references of a new record that leave the product; false if one has no target. */
  private async required(target: TargetPart, fields: FieldMap): Promise<boolean> {
    const properties = listRequiredReferences(target.entity)
    if (properties.length === 0) return true
    const before = this.issues.length
    const names = await this.namesOf([])
    for (const property of properties) {
      const fieldEntry = target.sheetPart!.fields.get(property.name)
      if (!fieldEntry) continue
      try {
        fields[property.name] = parseSheetValue(property, fieldEntry.value, { names, registry: this.work.context.registry })
      } catch (error) {
        this.issues.push(this.sheet.at(fieldEntry.path, getRefusalMessage(error)))
      }
    }
    return this.issues.length === before
  }

  /** Writes the references of rules, calculations and other parts, and empties fields of a new part whose default is not empty. */
  private async writeNaming(target: TargetPart, scope: ValueScope): Promise<void> {
    const { sheetPart, storedPart, entity } = target
    if (!sheetPart || target.id === null) return
    const fields: FieldMap = {}
    const isPruned = storedPart !== null && this.options.prune
    for (const property of getSheetProperties(entity)) {
      const { name } = property
      const fieldEntry = sheetPart.fields.get(name)
      if (!fieldEntry && !isPruned) continue
      if (!hasReferences(property)) {
        const isEmptied =
          !storedPart &&
          fieldEntry !== undefined &&
          entityModel.isEmpty(fieldEntry.value) &&
          recordWriting.resolveDefaultValue(property, this.work) !== null
        if (isEmptied) fields[name] = null
        continue
      }
      // A new record already has its required references.
      if (!storedPart && property.required) continue
      try {
        const value = fieldEntry
          ? parseSheetValue(property, fieldEntry.value, scope)
          : recordWriting.resolveDefaultValue(property, this.work)
        const present = storedPart
          ? storedValues.presentValue(property, storedPart.record.row[name], scope.registry)
          : storedValues.emptyValue(property)
        if (!isSameReferenceValue(toOwnEmptyValue(property, value), toOwnEmptyValue(property, present))) fields[name] = value
      } catch (error) {
        this.issues.push(this.sheet.at(fieldEntry?.path ?? sheetPart.path, getRefusalMessage(error)))
      }
    }
    if (Object.keys(fields).length === 0) return
    if (storedPart || !this.names.takes(target, fields, this.root)) await this.store(target, fields)
  }

  private async writeBody({ sheetPart, storedPart, id, key, entity, section }: TargetPart, scope: ValueScope): Promise<void> {
    if (!sheetPart || !section?.traits.hasBody) return
    const present = storedPart?.body ?? null
    if (!sheetPart.body) {
      if (!present || !this.options.prune) return
      await recordWriting.removeEntityRecord(this.work.context, entityModel.bodyEntities[present.type]!, present.record.id, {
        unit: this.work.unit,
      })
      this.changes.changed(entity.name, id!, key, [present.type])
      return
    }
    const { type, path } = sheetPart.body
    try {
      const body = await parseBodyInTurns(type, sheetPart.body.notation, scope)
      if (present?.type === type && isSameBody(type, readAuthoredBody(this.work, present), body)) return
      if (type === 'code') this.options.requireCode()
      const columns = formulaLanguage.calculationForms[type].columns(body)
      if (columns instanceof Refusal) {
        this.issues.push(this.sheet.at(path, getMessage(columns), columns.code))
        return
      }
      const bodyId = present?.type === type ? present.record.id : undefined
      const fields = { ...columns, ...(bodyId === undefined && { calculation_id: id }) }
      await recordWriting.writeEntityRecord(this.work.context, entityModel.bodyEntities[type]!, fields, {
        unit: this.work.unit,
        id: bodyId,
      })
      this.changes.changed(entity.name, id!, key, [type])
    } catch (error) {
      if (error instanceof ValidationError) this.collect(error, path, () => path)
      else this.issues.push(this.sheet.at(path, getRefusalMessage(error)))
    }
  }

  private async writeTable(target: TargetPart, { names }: ValueScope): Promise<void> {
    const { sheetPart, storedPart, section } = target
    if (!sheetPart || !section?.traits.hasTable) return
    const fields = this.waiting.get(target) ?? {}
    try {
      if (sheetPart.table) {
        const variantContent = parseVariants(sheetPart.table.notation, names)
        if (!storedPart || !isSameJson(variantContent, readVariantContent(this.work, storedPart)))
          Object.assign(fields, variantContent)
      }
    } catch (error) {
      this.issues.push(this.sheet.at(sheetPart.table?.path ?? sheetPart.path, getRefusalMessage(error)))
      return
    }
    await this.store(target, fields)
  }

  /** Writes through the write pipeline; its errors get their place in the sheet. */
  private async store(target: TargetPart, fields: Fields): Promise<void> {
    const { sheetPart, entity } = target
    if (target.id !== null && Object.keys(fields).length === 0) return
    try {
      const result = await recordWriting.writeEntityRecord(this.work.context, entity.name, fields, {
        unit: this.work.unit,
        id: target.id ?? undefined,
      })
      await this.shareFiles(entity, result.id, fields)
      if (target.id === null) return this.created(target, result.id, result.stored)
      this.names.changed(target, result.stored)
      this.changes.changed(entity.name, result.id, formatPartName(target), Object.keys(fields))
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error
      const { languages } = this.work.versionedSnapshot.snapshot
      const inSheet = (issue: Issue): MessageText => formatTextMessage(entity, issue, languages)
      this.collect(error, sheetPart!.path, (field) => findSheetPath(sheetPart!, entity, field, languages), inSheet)
    }
  }

  /** Registers the record as a user of its files, so they stay when other records drop them. */
  private async shareFiles(entity: Entity, id: number, fields: Fields): Promise<void> {
    for (const [field, name] of Object.entries(fields)) {
      if (typeof name !== 'string' || name === '' || !entity.properties[field]?.kind.files) continue
      await storedFiles.shareFileRows(
        this.work.context,
        this.work.unit,
        { entity: entity.name, id, field },
        this.options.files.get(name)!,
      )
    }
  }

  private created(target: TargetPart, id: number, stored: Fields): void {
    this.names.made(target, id, stored)
    this.changes.created(target.entity.name, id, formatPartName(target))
    target.id = id
  }

  private collect(
    error: ValidationError,
    path: string,
    place: (field: string) => string,
    formatIssue: (issue: Issue) => MessageText = getMessage,
  ): void {
    if (error.issues.length === 0) this.issues.push(this.sheet.at(path, getMessage(error)))
    const reportedMessages = new Set<string>()
    for (const refused of error.issues) {
      const issue = this.sheet.at(place(refused.field), formatIssue(refused), refused.code)
      // One text may apply to all languages. Report its error once.
      if (reportedMessages.has(issue.message)) continue
      reportedMessages.add(issue.message)
      this.issues.push(issue)
    }
  }
}

/** Maps `title_de_DE` to the path of `title`, and a place inside a rule to the path of the rule. */
function findSheetPath(
  sheetPart: TargetPart['sheetPart'] & object,
  entity: Entity,
  field: string,
  languages: readonly string[],
): string {
  const [name = ''] = field.split(/[.[]/)
  const text = storedValues.getFlatKeys(entity, languages).get(name)
  // A missing language is reported next to the texts in other languages.
  const other = text && [...sheetPart.texts.values()].find((candidate) => candidate.property.name === text.property.name)
  if (sheetPart.table && ['question_ids', 'rows'].includes(name)) return sheetPart.table.path
  return (
    sheetPart.texts.get(name)?.path ?? other?.path.replace(/\.[^.]+$/, '') ?? sheetPart.fields.get(name)?.path ?? sheetPart.path
  )
}

/** Replaces `title_de_DE` in the message of an issue with the sheet's spelling `title.de-DE`. */
function formatTextMessage(entity: Entity, issue: Issue, languages: readonly string[]): MessageText {
  const text = storedValues.getFlatKeys(entity, languages).get(issue.field)
  const message = getMessage(issue)
  if (!text || typeof message === 'string') return message
  const values = Object.entries(message.values).map(([name, value]) => [
    name,
    value === issue.field ? `${text.property.name}.${text.tag}` : value,
  ])
  return { ...message, values: Object.fromEntries(values) as MessageValues }
}
