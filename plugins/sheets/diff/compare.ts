// Compares two versions of one product part by part: rules by their meaning, tables cell by cell.
import { type Entity, listWithAnd, type Property, longWork, propertyKinds } from '#core/surface.js'
import { createLabel, createMessage, type ServiceContext } from '#core/contract.js'
import type { SheetPart } from '../sheet/read.js'
import { isSameReferenceValue, formatSheetValue } from '../sheet/values.js'
import { type AlignedVersion, alignVersions } from './align.js'
import { maxReportedChanges, type ProductChange, type ProductComparison, type ProductDiff } from '../reports.js'
import { createRuleComparer, PartValues, PartFormatter, quote } from './part-values.js'
import type { ProductVersion } from './product-version.js'
import { BodyComparer } from './body-comparer.js'

/** Maximum number of names listed in one message. */
const maxListedNames = 12

class OrderComparer {
  constructor(
    private readonly a: AlignedVersion,
    private readonly b: AlignedVersion,
    private readonly tell: PartFormatter,
  ) {}

  /** Yields undefined where the caller can pause. */
  *changes(): Generator<ProductChange | undefined> {
    const { a, b, tell } = this
    for (const [part, number] of b.numbers) {
      yield
      const before = a.parts.get(number)
      if (!before?.owner || !part.owner || a.numbers.get(before.owner) === b.numbers.get(part.owner)) continue
      const sentence = createMessage('comparison.movedPart', {
        part: tell.begin(before),
        owner: tell.part(part.owner),
        before: tell.part(before.owner),
      })
      const [from, to] = [tell.key(before.owner), tell.key(part.owner)]
      yield { kind: 'moved', entity: part.entity.name, key: tell.key(part), from, to, sentence }
    }
    for (const [owner, number] of b.numbers) {
      yield
      const before = a.parts.get(number)
      if (!before) continue
      for (const section of new Set(owner.children.flatMap(({ section: childSection }) => childSection ?? []))) {
        if (!section.entity.properties['ordering']) continue
        const orders = ([before, owner] as const).map((parent, index) => {
          const { numbers } = index === 0 ? a : b
          return parent.children.filter((child) => child.section === section).map((child) => numbers.get(child)!)
        })
        const laterParts = new Set(orders[1])
        const both = new Set(orders[0]!.filter((child) => laterParts.has(child)))
        const [from, to] = orders.map((order) => order.filter((child) => both.has(child)))
        if (from!.join() === to!.join()) continue
        const sentence = createMessage('comparison.order', {
          parts: createLabel('entity', section.entity.pluralLabel, `labels.entities.${section.entity.name}`),
          owner: tell.part(owner),
          titles: to!.slice(0, maxListedNames).map((child) => quote(tell.title(b.parts.get(child)!))),
          more: Math.max(0, to!.length - maxListedNames),
        })
        const keysOf = (order: readonly number[], { parts }: AlignedVersion): readonly string[] =>
          order.map((child) => parts.get(child)!.key)
        yield {
          kind: 'moved',
          entity: section.entity.name,
          key: tell.key(owner),
          from: keysOf(from!, a),
          to: keysOf(to!, b),
          sentence,
        }
      }
    }
  }
}

/** Also counts changes beyond the reported ones. */
type ChangeCounts = { -readonly [K in keyof ProductDiff['counts']]: number }

/** `from` and `to` are versions of one product, or two products. VALIDATION_FAILED if a sheet references a missing part. */
export async function compareVersions(
  initialWork: ServiceContext,
  from: ProductVersion,
  to: ProductVersion,
): Promise<ProductComparison> {
  const work = await initialWork.at()
  const [a, b] = await alignVersions(work.context.registry, [from, to])
  return new VersionComparison(work, a!, b!).run()
}

class VersionComparison {
  private readonly changes: ProductChange[] = []
  private readonly counts: ChangeCounts = { added: 0, removed: 0, changed: 0, moved: 0, rephrased: 0 }
  private readonly tell: PartFormatter
  private readonly values: readonly [PartValues, PartValues]
  private readonly languages: readonly string[]
  private readonly sameRules: ReturnType<typeof createRuleComparer>

  constructor(
    work: ServiceContext,
    private readonly a: AlignedVersion,
    private readonly b: AlignedVersion,
  ) {
    this.languages = work.versionedSnapshot.snapshot.languages
    this.tell = new PartFormatter(work.context.registry, this.languages)
    this.values = [new PartValues(work, a), new PartValues(work, b)]
    this.sameRules = createRuleComparer(work.context.registry, [a, b])
  }

  async run(): Promise<ProductComparison> {
    const { a, b, counts, changes } = this
    const turn = new longWork.Turn()
    for (const values of this.values) await values.validate()
    for (const [part, number] of b.numbers) {
      if (turn.isOver) await turn.pause()
      const before = a.parts.get(number)
      if (before) await this.part(before, part, turn)
      else if (part.owner === null || a.parts.has(b.numbers.get(part.owner)!)) this.whole('added', part)
    }
    for (const [part, number] of a.numbers) {
      if (turn.isOver) await turn.pause()
      if (!b.parts.has(number) && (part.owner === null || b.parts.has(a.numbers.get(part.owner)!))) this.whole('removed', part)
    }
    for (const change of new OrderComparer(a, b, this.tell).changes()) {
      if (change) this.note(change)
      else if (turn.isOver) await turn.pause()
    }
    const root = b.version.sheet.root
    const equal = counts.added + counts.removed + counts.changed + counts.moved === 0
    return { product: root.key, title: this.tell.title(root), equal, counts, changes }
  }

  private note(change: ProductChange): void {
    this.counts[change.kind]++
    if (this.changes.length < maxReportedChanges) this.changes.push(change)
  }

  /** A part that was added or removed, with everything below it. */
  private whole(kind: 'added' | 'removed', part: SheetPart): void {
    const { tell } = this
    const counts = new Map<Entity, number>()
    const count = (sheetPart: SheetPart): void => {
      for (const child of sheetPart.children) {
        counts.set(child.entity, (counts.get(child.entity) ?? 0) + 1)
        count(child)
      }
    }
    count(part)
    const parts = [...counts].map(([{ name, label, pluralLabel }, size]) =>
      createMessage('comparison.partCount', {
        count: size,
        parts:
          size === 1
            ? createLabel('entity', label, `labels.entity.${name}`)
            : createLabel('entity', pluralLabel, `labels.entities.${name}`),
      }),
    )
    const below = parts.length === 0 ? '' : createMessage('comparison.withParts', { parts: listWithAnd(parts) })
    const place =
      part.owner?.section && !part.section?.traits.isWithin
        ? createMessage('comparison.onOwner', { owner: tell.part(part.owner) })
        : ''
    const sentence =
      kind === 'added'
        ? createMessage('comparison.newPart', { part: tell.begin(part), place, below })
        : createMessage('comparison.removedPart', { part: tell.begin(part), below })
    this.note({ kind, entity: part.entity.name, key: tell.key(part), sentence })
  }

  private async part(before: SheetPart, after: SheetPart, turn: longWork.Turn): Promise<void> {
    for (const property of PartValues.fieldsOf(after)) {
      if (property.translatable) this.texts(before, after, property)
      else if (property.kind.files) await this.file(before, after, property)
      else this.field(before, after, property)
    }
    const bodies = new BodyComparer(this.tell, this.a, this.b, this.values)
    if (turn.isOver) await turn.pause()
    for (const change of bodies.changes(before, after)) this.note(change)
  }

  private changed(part: SheetPart, more: Omit<ProductChange, 'kind' | 'entity' | 'key'>): void {
    this.note({ kind: 'changed', entity: part.entity.name, key: this.tell.key(part), ...more })
  }

  private texts(before: SheetPart, after: SheetPart, property: Property): void {
    const [beforeValues, other] = this.values
    const { tell, languages } = this
    const pairs = languages.map((tag) => ({
      language: tag,
      from: beforeValues.text(before, property, tag),
      to: other.text(after, property, tag),
    }))
    const changes = pairs.filter(({ from, to }) => from !== to)
    const isUniform =
      changes.length === languages.length && pairs.every(({ from, to }) => from === pairs[0]!.from && to === pairs[0]!.to)
    for (const { language, from, to } of isUniform ? changes.slice(0, 1) : changes) {
      const sentence = createMessage('comparison.field', {
        part: tell.begin(before),
        field: tell.field(before, property),
        language: isUniform ? '' : createMessage('comparison.inLanguage', { tag: language }),
        from: tell.text(from),
        to: tell.text(to),
        unit: '',
      })
      this.changed(before, {
        field: property.name,
        ...(!isUniform && { language }),
        from: from || null,
        to: to || null,
        sentence,
      })
    }
  }

  private field(before: SheetPart, after: SheetPart, property: Property): void {
    const [beforeValues, other] = this.values
    const { name, kind } = property
    const [from, to] = [beforeValues.field(before, property), other.field(after, property)]
    if (isSameReferenceValue(from, to)) return
    const meaning = kind === propertyKinds.ruleKind ? this.sameRules(from, to) : null
    if (meaning === 'same') {
      this.counts.rephrased++
      return
    }
    const { tell } = this
    this.changed(before, {
      field: name,
      from: formatSheetValue(property, from, beforeValues.scope),
      to: formatSheetValue(property, to, other.scope),
      ...(meaning !== null && { meaning }),
      sentence: createMessage(meaning === 'unknown' ? 'comparison.uncertainField' : 'comparison.field', {
        part: tell.begin(before),
        field: tell.field(before, property),
        language: '',
        from: tell.value(before, property, from, beforeValues.scope),
        to: tell.value(before, property, to, other.scope),
        unit: tell.unit(before, property),
      }),
    })
  }

  /** Files with equal bytes are equal, even under different names. */
  private async file(before: SheetPart, after: SheetPart, property: Property): Promise<void> {
    const { name } = property
    const [from, to] = [before, after].map((part) => (part.fields.get(name)?.value as string | null | undefined) || null)
    if (from === to && from === null) return
    if (from && to) {
      const digests = await Promise.all([this.a.version.digest(before, name), this.b.version.digest(after, name)])
      if (digests[0] === null || digests[1] === null ? from === to : digests[0] === digests[1]) return
    }
    const key = from === null ? 'comparison.newFile' : to === null ? 'comparison.removedFile' : 'comparison.otherFile'
    const sentence = createMessage(key, { part: this.tell.begin(before), field: this.tell.field(before, property) })
    this.changed(before, { field: name, from, to, sentence })
  }
}
