// Saved views of a list: columns, sort order and filters. One of them can be the default.
import type { Column, View } from '../../transport/shape.js'
import { ask } from '../ground/api.js'
import { client, viewsQuery } from '../ground/queries.js'
import { tellFailure } from '../ground/toasts.js'

/** The name of the view that is saved automatically. */
export const usualName = 'usual'

/** The view that a list starts with. */
export function usualView(views: readonly View[]): View | null {
  return views.find((view) => view.default) ?? views.find(({ name }) => name === usualName) ?? null
}

/** Saves a view. Replaces the one with the same name. */
export async function keepView(entity: string, views: readonly View[], view: View): Promise<void> {
  const others = views.filter(({ name }) => name !== view.name).map((one) => (view.default ? { ...one, default: false } : one))
  await storeViews(entity, [...others, view])
}

export async function dropView(entity: string, views: readonly View[], name: string): Promise<void> {
  await storeViews(
    entity,
    views.filter((view) => view.name !== name),
  )
}

async function storeViews(entity: string, views: readonly View[]): Promise<void> {
  const { queryKey } = viewsQuery(entity)
  const before = client.getQueryData(queryKey)
  client.setQueryData(queryKey, { views })
  try {
    await ask('PATCH', `views/${entity}`, { body: { views } })
  } catch (error) {
    client.setQueryData(queryKey, before)
    tellFailure(error)
  }
}

/** The visible columns: the selected ones in their order, or all. */
export function shownColumns(columns: readonly Column[], chosen: readonly string[] | undefined): readonly Column[] {
  const found = (chosen ?? []).flatMap((field) => columns.find((column) => column.field === field) ?? [])
  return found.length > 0 ? found : columns.filter(({ field }) => field !== 'id' || columns.length === 1)
}
