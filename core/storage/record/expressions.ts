// The SQL of a list query while it is put together: what a property is called in it, and the joins that texts need.
import type { Property } from '../../ground/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { type Dialect, quote } from '../database/dialect.js'
import type { SqlParameter } from '../database/statement.js'

/** SQL text with the values of its question marks, in order. */
export interface Fragment {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** Fragments one after the other, with the text between them. */
export function joined(fragments: readonly Fragment[], between: string): Fragment {
  return { sql: fragments.map((one) => one.sql).join(between), params: fragments.flatMap((one) => one.params) }
}

/** The entity's own table is `r`; every translatable property that is asked for brings one join per language. */
export class Expressions {
  private readonly texts = new Map<string, { readonly sql: string; readonly joins: readonly Fragment[] }>()

  constructor(
    readonly dialect: Dialect,
    private readonly entity: Entity,
    private readonly language: string,
    private readonly defaultLanguage: string,
  ) {}

  /** What stands for the property's value: its column, or its text in the language with the store default behind it. */
  of(property: Property): string {
    return property.translatable ? this.text(property.name) : `r.${quote(property.name)}`
  }

  /** The joins of everything asked for so far. */
  joins(): Fragment {
    return joined(
      [...this.texts.values()].flatMap((text) => text.joins),
      '',
    )
  }

  private text(field: string): string {
    const known = this.texts.get(field)
    if (known) return known.sql
    const number = this.texts.size + 1
    const join = (alias: string, tag: string): Fragment => ({
      sql: ` LEFT JOIN svc_texts ${alias} ON ${alias}.entity = ? AND ${alias}.entity_id = r.id AND ${alias}.field = ? AND ${alias}.language_tag = ?`,
      params: [this.entity.name, field, tag],
    })
    const [own, fallback] = [`t${number}`, `d${number}`]
    const same = this.language === this.defaultLanguage
    const text = same
      ? { sql: `${own}.text`, joins: [join(own, this.language)] }
      : {
          sql: `COALESCE(NULLIF(${own}.text, ''), ${fallback}.text) COLLATE ${this.dialect.wordCollation}`,
          joins: [join(own, this.language), join(fallback, this.defaultLanguage)],
        }
    this.texts.set(field, text)
    return text.sql
  }
}
