// Saved views of a list: loading, storing, and the dialog that names one.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { EntityShape, ListColumn, ListView } from '../../api/shape.js'
import { requestBody } from '../base/api.js'
import { entityShapeQuery, queryClient, viewsQuery } from '../base/queries.js'
import { setRouteQuery, useRoute, useWindowTitle } from '../base/routing.js'
import { showErrorToast } from '../base/toasts.js'
import { formatHeading, t } from '../wording/text.js'
import { Dialog } from '../base/dialog.js'

/** The name of the view that is saved automatically. */
export const defaultViewName = 'usual'

/** The view that a list starts with. */
export function findDefaultView(views: readonly ListView[]): ListView | null {
  return views.find((view) => view.default) ?? views.find(({ name }) => name === defaultViewName) ?? null
}

interface ListScreenData {
  /** Undefined until it is loaded. */
  readonly shape: EntityShape | undefined
  readonly views: readonly ListView[]
  /** The query of the address, which contains the state of the list. */
  readonly query: string
  readonly isReady: boolean
  readonly error: Error | null
  readonly reload: () => void
}

/** The data of a list's screen. A list that is opened without a query starts with its default view. */
export function useListScreen(entity: string): ListScreenData {
  const { data: shape, error, refetch } = useQuery(entityShapeQuery(entity))
  const { data: views, isFetched } = useQuery(viewsQuery(entity))
  const { query } = useRoute()
  const hasStarted = useRef(false)
  useWindowTitle(shape ? formatHeading(shape.pluralLabel) : t('loading'))
  const defaultQuery = findDefaultView(views?.views ?? [])?.query
  useEffect(() => {
    if (hasStarted.current || !isFetched) return
    hasStarted.current = true
    if (query === '' && defaultQuery) setRouteQuery(new URLSearchParams(defaultQuery))
  }, [isFetched, query, defaultQuery])
  return {
    shape,
    views: views?.views ?? [],
    query,
    isReady: shape !== undefined && isFetched,
    error,
    reload: () => void refetch(),
  }
}

/** Saves a view. Replaces the one with the same name. */
export async function saveView(entity: string, views: readonly ListView[], view: ListView): Promise<void> {
  const otherViews = views
    .filter(({ name }) => name !== view.name)
    .map((listView) => (view.default ? { ...listView, default: false } : listView))
  await storeViews(entity, [...otherViews, view])
}

export async function deleteView(entity: string, views: readonly ListView[], name: string): Promise<void> {
  await storeViews(
    entity,
    views.filter((view) => view.name !== name),
  )
}

async function storeViews(entity: string, views: readonly ListView[]): Promise<void> {
  const { queryKey } = viewsQuery(entity)
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, { views })
  try {
    await requestBody('PATCH', `views/${entity}`, { body: { views } })
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    showErrorToast(error)
  }
}

/** The visible columns: the selected ones in their order, or all. */
export function getVisibleColumns(columns: readonly ListColumn[], chosen: readonly string[] | undefined): readonly ListColumn[] {
  const columnList = (chosen ?? []).flatMap((field) => columns.find((column) => column.field === field) ?? [])
  return columnList.length > 0 ? columnList : columns.filter(({ field }) => field !== 'id' || columns.length === 1)
}

interface ViewDialogProps {
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

/** Dialog that asks for the name of a view. */
export function ViewDialog({ onClose, onName }: ViewDialogProps): ReactNode {
  const [name, setName] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <Dialog title={t('keepView')} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{t('keepViewLead')}</p>
        <div className="field">
          <label htmlFor="view-name">{t('viewName')}</label>
          <input id="view-name" required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        </div>
        <footer>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button type="submit" className="primary">
            {t('keep')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
