// Three-way merge of product versions: takes one-sided changes, and reports different changes on both sides as conflicts.
import {
  createMessage,
  formatValue,
  type MessageValue,
  type ServiceContext,
  type Caller,
  ValidationError,
} from '#core/contract.js'
import { longWork, type Property, propertyKinds, isSameJson } from '#core/surface.js'
import { type AlignedVersion, alignVersions, numberOutsideRecords } from '../diff/align.js'
import { createRuleComparer, PartValues, nothing, PartFormatter } from '../diff/part-values.js'
import { type ProductVersion, versionOfSheet, openSource, type VersionSource } from '../diff/product-version.js'
import { walkParts } from '../sheet/stored-part.js'
import { type SheetPart, parseSheet } from '../sheet/read.js'
import { isSameReferenceValue } from '../sheet/values.js'
import { findDanglingReferences, decidePresence } from './presence.js'
import type { ConflictWithMessage, Merge, MergeSide } from '../reports.js'
import {
  type FieldMergeContext,
  type PartVersions,
  mergeBody,
  mergeField,
  mergeTable,
  mergeTexts,
  isSameTypedBody,
  mergeValue,
} from './fields.js'
import {
  createMergedPart,
  toMergedPart,
  normalizeSheet,
  formatMergedSheet,
  type MergedPart,
  type ConflictData,
  type ConflictMessage,
  type ConflictDraft,
  orderChildren,
  makeKeysUnique,
} from './merged-sheet.js'
import { compareVersions } from '../diff/compare.js'

/** Maximum length of a value in a message, in characters. */
const maxValueLength = 100

export interface MergeResult {
  readonly key: string
  readonly sheet: string
  readonly conflicts: readonly ConflictWithMessage[]
}

type AlignedVersions = Readonly<Record<'base' | MergeSide, AlignedVersion>>

/** `work` must have a snapshot. `prefer` is the side that wins conflicts. VALIDATION_FAILED if a version is inconsistent. */
export async function mergeVersions(
  work: ServiceContext,
  versions: readonly [ProductVersion, ProductVersion, ProductVersion],
  prefer: MergeSide,
): Promise<MergeResult> {
  const aligned = await alignVersions(work.context.registry, versions)
  const [base, ours, theirs] = aligned as readonly [AlignedVersion, AlignedVersion, AlignedVersion]
  return new VersionMerge(work, { base, ours, theirs }, prefer).run()
}

/** Parts and fields that the next attempt decides differently, because a referenced part is missing. */
interface MergeDecisions {
  readonly kept: Set<number>
  readonly dropped: Set<number>
  readonly forced: Map<string, MergeSide>
}

class VersionMerge {
  private conflicts: ConflictWithMessage[] = []
  private readonly named: ConflictWithMessage[] = []
  private readonly tell: PartFormatter
  private readonly values: Readonly<Record<'base' | MergeSide, PartValues>>
  private readonly languages: readonly string[]
  private readonly sameRules: (a: unknown, b: unknown) => boolean
  private readonly turn = new longWork.Turn()
  private readonly decisions: MergeDecisions = { kept: new Set(), dropped: new Set(), forced: new Map() }

  constructor(
    private readonly work: ServiceContext,
    private readonly states: AlignedVersions,
    private readonly prefer: MergeSide,
  ) {
    this.languages = work.versionedSnapshot.snapshot.languages
    this.tell = new PartFormatter(work.context.registry, this.languages)
    this.values = {
      base: new PartValues(work, states.base),
      ours: new PartValues(work, states.ours),
      theirs: new PartValues(work, states.theirs),
    }
    const compare = createRuleComparer(work.context.registry, Object.values(states))
    this.sameRules = (a, b) => compare(a, b) === 'same'
  }

  async run(): Promise<MergeResult> {
    for (const values of Object.values(this.values)) await values.validate()
    for (;;) {
      this.conflicts = []
      const root = await this.attempt()
      if (await this.namesWhatIsGone(root)) continue
      for (const [part, draft] of makeKeysUnique(root)) this.clash(part.number, draft)
      const { base, ours, theirs } = this.states
      const outside = await numberOutsideRecords(this.work.context.registry, [base.version, ours.version, theirs.version])
      // Formatted twice: only then do tables follow the final order of the answers.
      const sheet = await normalizeSheet(this.work, await formatMergedSheet(this.work, root, outside))
      return { key: root.key, sheet, conflicts: [...this.conflicts, ...this.named] }
    }
  }

  private note(part: SheetPart, conflict: ConflictData, [key, values]: ConflictMessage): ConflictWithMessage {
    const sentence = createMessage(key, { part: this.tell.begin(part), ...values })
    return { entity: part.entity.name, key: this.tell.key(part), ...conflict, sentence }
  }

  private async attempt(): Promise<MergedPart> {
    const { base, ours, theirs } = this.states
    const { kept: retainedParts, dropped } = this.decisions
    const { owners, conflicts, moves } = await longWork.runInTurns(
      decidePresence({
        base,
        ours,
        theirs,
        prefer: this.prefer,
        kept: retainedParts,
        dropped,
        isPartUnchanged: (number, side) => this.isAsItWas(base.parts.get(number)!, this.states[side].parts.get(number)!, side),
      }),
    )
    for (const { number, deletedBy } of conflicts) {
      const part = base.parts.get(number)!
      const [mine, other] = deletedBy === 'ours' ? ['deleted', 'changed'] : ['changed', 'deleted']
      const deletion = { kind: 'deleted', base: part.key, ours: mine, theirs: other } as const
      const key = deletedBy === 'ours' ? 'comparison.deletedByUs' : 'comparison.deletedByThem'
      this.conflicts.push(this.note(part, deletion, [key, {}]))
    }
    for (const number of moves) {
      const [was, ourOwner, other] = [base, ours, theirs].map(({ parts }) => parts.get(number)?.owner?.key ?? null)
      const part = ours.parts.get(number)!
      const ownerConflict = { kind: 'changed', field: 'owner', base: was, ours: ourOwner, theirs: other } as const
      const owners = { ours: String(ourOwner), theirs: String(other) }
      this.conflicts.push(this.note(part, ownerConflict, ['comparison.movedTwice', owners]))
    }
    const merged = new Map<number, MergedPart>()
    for (const number of owners.keys()) {
      if (this.turn.isOver) await this.turn.pause()
      merged.set(number, this.part(number))
    }
    let root: MergedPart | null = null
    for (const [number, owner] of owners) {
      const part = merged.get(number)!
      if (owner === null) root = part
      else {
        part.owner = merged.get(owner)!
        part.owner.children.push(part)
      }
    }
    for (const part of merged.values()) {
      if (this.turn.isOver) await this.turn.pause()
      for (const draft of orderChildren(part, this.states, this.prefer)) this.clash(part.number, draft)
    }
    return root!
  }

  /** True if the part's own content is unchanged; its children are ignored. */
  private isAsItWas(before: SheetPart, after: SheetPart, side: MergeSide): boolean {
    const [baseValues, other] = [this.values.base, this.values[side]]
    return (
      PartValues.fieldsOf(before).every((property) => {
        if (!property.translatable) return this.same(property, baseValues.field(before, property), other.field(after, property))
        return this.languages.every((tag) => baseValues.text(before, property, tag) === other.text(after, property, tag))
      }) &&
      isSameTypedBody(baseValues.body(before), other.body(after)) &&
      isSameJson(baseValues.table(before), other.table(after))
    )
  }

  private same(property: Property, a: unknown, b: unknown): boolean {
    return isSameReferenceValue(a, b) || (property.kind === propertyKinds.ruleKind && this.sameRules(a, b))
  }

  /** The merged content of a part; its children are added later. */
  private part(number: number): MergedPart {
    const { base, ours, theirs } = this.states
    const [was, ourPart, other] = [base, ours, theirs].map(({ parts }) => parts.get(number) ?? null)
    if (!ourPart || !other) {
      const side: MergeSide = ourPart ? 'ours' : 'theirs'
      return toMergedPart(this.values[side], this.languages, (ourPart ?? other)!, number)
    }
    const part = createMergedPart(ourPart, number)
    this.both(part, { base: was ?? null, ours: ourPart, theirs: other })
    return part
  }

  private both(part: MergedPart, trio: PartVersions): void {
    const merging: FieldMergeContext = {
      values: this.values,
      languages: this.languages,
      prefer: this.prefer,
      same: (property, a, b) => this.same(property, a, b),
      forced: (field) => this.decisions.forced.get(`${part.number} ${field}`) ?? null,
      conflict: (draft) => {
        const format = (value: unknown): MessageValue => (value === null ? nothing : formatValue(value, maxValueLength))
        const values = {
          cell: draft.cell === undefined ? '' : `, ${draft.cell.row} × ${draft.cell.column}`,
          field: String(draft.field),
          language: draft.language === undefined ? '' : createMessage('comparison.inLanguage', { tag: draft.language }),
          base: format(draft.base),
          ours: format(draft.ours),
          theirs: format(draft.theirs),
        }
        this.conflicts.push(this.note(trio.base ?? trio.ours, { kind: 'changed', ...draft }, ['comparison.conflict', values]))
      },
    }
    const key = mergeValue<string | null>(trio.base?.key ?? null, trio.ours.key, trio.theirs.key, Object.is, Object.is)
    part.key = ('value' in key ? key.value : trio[this.prefer].key) ?? part.key
    if ('conflict' in key)
      merging.conflict({ field: 'key', base: trio.base?.key ?? null, ours: trio.ours.key, theirs: trio.theirs.key })
    for (const property of PartValues.fieldsOf(trio.ours)) {
      if (!property.translatable) part.fields.set(property.name, mergeField(merging, trio, property))
      else for (const [flat, text] of mergeTexts(merging, trio, property)) part.texts.set(flat, text)
    }
    part.body = mergeBody(merging, trio)
    part.table = mergeTable(merging, trio)
  }

  /** True if a part references a missing part: the case is decided, and the merge must run again. */
  private async namesWhatIsGone(root: MergedPart): Promise<boolean> {
    let isOpen = false
    const there = new Map([...walkParts(root)].map((part) => [part.number, part]))
    for (const reference of findDanglingReferences(this.work, this.states, there)) {
      if (this.turn.isOver) await this.turn.pause()
      if (!reference) continue
      const { part, side, field, missingPart } = reference
      if (!this.decide(part.number, field, side, missingPart)) continue
      const missing = this.states[side].parts.get(missingPart)!
      const other: MergeSide = side === 'ours' ? 'theirs' : 'ours'
      const base = this.states.base.parts.get(missingPart)?.key ?? null
      const values = { base, [side]: this.tell.key(missing), [other]: null } as Record<'base' | MergeSide, unknown>
      const message = ['comparison.namesDeleted', { target: this.tell.part(missing), field, side }] as const
      const sheetPart = this.states[side].parts.get(part.number) ?? this.states[other].parts.get(part.number)!
      this.named.push(this.note(sheetPart, { kind: 'named', field, ...values }, message))
      isOpen = true
    }
    return isOpen
  }

  /** Records a decision; false if it was made before. */
  private decide(part: number, field: string, side: MergeSide, deletedNumber: number): boolean {
    const { kept: retainedParts, dropped, forced } = this.decisions
    const size = dropped.size + forced.size
    const other: MergeSide = side === 'ours' ? 'theirs' : 'ours'
    if (this.prefer !== side) {
      if (this.states[other].parts.has(part)) forced.set(`${part} ${field}`, other)
      else dropped.add(part)
      return dropped.size + forced.size > size
    }
    // Keeping a part keeps everything below it.
    const { parts, numbers } = this.states[side]
    for (let at = parts.get(deletedNumber) ?? null; at; at = at.owner) if (retainedParts.has(numbers.get(at)!)) return false
    retainedParts.add(deletedNumber)
    return true
  }

  private clash(number: number, { message, ...draft }: ConflictDraft): void {
    const sheetPart = this.states.ours.parts.get(number) ?? this.states.theirs.parts.get(number)!
    this.conflicts.push(this.note(sheetPart, draft, message))
  }
}

const versionNames = ['base', 'ours', 'theirs'] as const

interface MergeInput extends Readonly<Record<(typeof versionNames)[number], string>> {
  /** The side that wins every conflict; if omitted, a conflict prevents the sheet. */
  readonly prefer?: MergeSide | undefined
  readonly caller: Caller
}

/** NOT_FOUND and VALIDATION_FAILED name the argument, or the line of a sheet. */
export async function createMergeReport(initialWork: ServiceContext, { prefer, caller, ...sources }: MergeInput): Promise<Merge> {
  const work = await initialWork.at()
  const open: VersionSource[] = []
  try {
    for (const argument of versionNames) open.push(await openSource(work, caller, argument, sources[argument]))
    const [base, ours, theirs] = await Promise.all(
      open.map((source, index) => source.version(requireSingleProduct(source, versionNames[index]!))),
    )
    const { key, sheet, conflicts } = await mergeVersions(work, [base!, ours!, theirs!], prefer ?? 'ours')
    if (conflicts.length > 0 && prefer === undefined) return { product: key, conflicts, changes: [] }
    const merged = versionOfSheet(await parseSheet(work.context, work.versionedSnapshot.snapshot.languages, sheet))
    const { changes } = await compareVersions(work, ours!, merged)
    return { product: key, conflicts, changes: changes.map(({ sentence }) => sentence), sheet }
  } finally {
    for (const source of open) source.close()
  }
}

function requireSingleProduct({ ids, shown: sourceName }: VersionSource, argument: string): number | null {
  if (ids === null || ids.length === 1) return ids?.[0] ?? null
  const message = createMessage('transfer.oneProduct', { argument, source: sourceName, count: ids.length, id: ids[0]! })
  throw ValidationError.of(argument, message)
}
