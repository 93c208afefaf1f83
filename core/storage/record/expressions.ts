// Builds the SQL expressions of a list query: one per property, and the joins for texts.
import { toFoldedColumnName } from '../../foundation/language/fold.js'
import type { Property } from '../../foundation/property/kind.js'
import type { Entity } from '../../model/entity/define.js'
import { findFoldedProperties } from '../../model/entity/folded-properties.js'
import { quote } from '../database/dialect.js'
import { toParameterList, type SqlParameter } from '../database/statement.js'

/** SQL text and the values of its placeholders, in order. */
export interface SqlFragment {
  readonly sql: string
  readonly params: readonly SqlParameter[]
}

/** Joins fragments with a separator. */
export function joinFragments(fragments: readonly SqlFragment[], between: string): SqlFragment {
  return {
    sql: fragments.map((fragment) => fragment.sql).join(between),
    params: fragments.flatMap((fragment) => fragment.params),
  }
}

/** The alias of the entity's own table is `r`. Each translatable property adds one join. */
export class QueryExpressions {
  private readonly texts = new Map<string, { readonly alias: string; readonly join: SqlFragment }>()
  private readonly others: readonly string[]

  /** `languages` are the active languages in the order of their fallback. */
  constructor(
    private readonly entity: Entity,
    private readonly language: string,
    languages: readonly string[],
  ) {
    this.others = languages.filter((tag) => tag !== language)
  }

  /** The expression for the property's value: its column, or its text in the language, else in the first fallback that has one. */
  of(property: Property): SqlFragment {
    return property.translatable ? this.text(property.name, 'text') : { sql: `r.${quote(property.name)}`, params: [] }
  }

  /** The folded expression for search and sort. null if the property has no folded form. */
  folded(property: Property): SqlFragment | null {
    if (!findFoldedProperties(this.entity).has(property)) return null
    if (property.translatable) return this.text(property.name, 'folded')
    return { sql: `r.${quote(toFoldedColumnName(property.name))}`, params: [] }
  }

  /** The joins of all properties used so far. */
  joins(): SqlFragment {
    return joinFragments(
      [...this.texts.values()].map(({ join }) => join),
      '',
    )
  }

  /** Reads fallback languages only for records without a text. A join would read them for all records. */
  private text(field: string, column: 'text' | 'folded'): SqlFragment {
    const alias = this.aliasOf(field)
    const { entity, others: otherFields } = this
    if (otherFields.length === 0) return { sql: `${alias}.${column}`, params: [] }
    const [tags, order] =
      otherFields.length === 1
        ? [' = ?', '']
        : [
            ` IN ${toParameterList(otherFields.length)}`,
            ` ORDER BY CASE x.language_tag${otherFields.map((_, n) => ` WHEN ? THEN ${n}`).join('')} END`,
          ]
    const other = `SELECT x.${column} FROM svc_texts x WHERE x.entity = ? AND x.entity_id = r.id AND x.field = ? AND x.language_tag${tags} AND x.text <> ''${order} LIMIT 1`
    return {
      sql: `CASE WHEN ${alias}.text <> '' THEN ${alias}.${column} ELSE (${other}) END`,
      params: [entity.name, field, ...otherFields, ...(order === '' ? [] : otherFields)],
    }
  }

  private aliasOf(field: string): string {
    const cachedText = this.texts.get(field)
    if (cachedText) return cachedText.alias
    const alias = `t${this.texts.size + 1}`
    const on = `${alias}.entity = ? AND ${alias}.entity_id = r.id AND ${alias}.field = ? AND ${alias}.language_tag = ?`
    const join = { sql: ` LEFT JOIN svc_texts ${alias} ON ${on}`, params: [this.entity.name, field, this.language] }
    this.texts.set(field, { alias, join })
    return alias
  }
}
