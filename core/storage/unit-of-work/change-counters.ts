// Counts, per table, the statements of a transaction that may have changed or deleted existing rows. Caches compare the counters.

const changePattern = /^\s*(?:UPDATE|DELETE|INSERT)(?: FROM| INTO)? `?(\w+)/

export class ChangeCounters {
  private readonly counts = new Map<string, number>()
  private unknownChanges = 0

  get(table: string): number {
    return (this.counts.get(table) ?? 0) + this.unknownChanges
  }

  /** Counts a writing statement for its table. */
  countStatement(sql: string): void {
    // A plain INSERT does not change existing rows. An upsert (`ON …`) may.
    if (sql.startsWith('INSERT INTO ') && !sql.includes(' ON ')) return
    const [, table] = changePattern.exec(sql) ?? []
    if (table === undefined) this.countUnknownChange()
    else this.counts.set(table, (this.counts.get(table) ?? 0) + 1)
  }

  /** Counts a change of unknown tables, for every table. */
  countUnknownChange(): void {
    this.unknownChanges++
  }
}
