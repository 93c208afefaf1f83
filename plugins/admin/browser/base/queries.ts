// Queries of the admin's screens, with their cache times.
import { QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Dashboard } from '../../api/screen-shape.js'
import type { DocumentDetail } from '../../api/document-shape.js'
import type { RecordChoice, EntityShape, FileList, RecordList, RecordReply, ListViews } from '../../api/shape.js'
import type { MenuArea, AdminSessionReply } from '../../api/account-shape.js'
import { requestBody, callApi, setCsrfToken, ApiError } from './api.js'
import { setTimeZone } from '../wording/text.js'

/** Retries only requests without a reply. Errors of the server are final. */
const shouldRetry = (count: number, error: unknown): boolean => count < 2 && error instanceof ApiError && error.status === 0

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: shouldRetry, refetchOnWindowFocus: true }, mutations: { retry: false } },
})

/** Applies the session's CSRF token and time zone to the client. */
export function applySession(session: AdminSessionReply): void {
  setCsrfToken(session.csrf)
  setTimeZone(session.timeZone)
}

/** The session, or null if not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Infinity,
  async queryFn(): Promise<AdminSessionReply | null> {
    try {
      const session = await requestBody<AdminSessionReply>('GET', 'session', { open: true })
      applySession(session)
      return session
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
})

export const menuQuery = queryOptions({
  queryKey: ['menu'],
  staleTime: Infinity,
  queryFn: ({ signal }) => requestBody<readonly MenuArea[]>('GET', 'menu', { signal }),
})

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => requestBody<Dashboard>('GET', 'dashboard', { signal }),
})

export const entityShapeQuery = (entity: string) =>
  queryOptions({
    queryKey: ['shape', entity],
    staleTime: Infinity,
    queryFn: ({ signal }) => requestBody<EntityShape>('GET', `entities/${entity}`, { signal }),
  })

/** A page of a list. The previous page stays visible while the next one loads. */
export const recordListQuery = (entity: string, query: string) =>
  queryOptions({
    queryKey: ['list', entity, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => requestBody<RecordList>('GET', `records/${entity}?${query}`, { signal }),
  })

export interface RecordWithEtag extends RecordReply {
  readonly etag: string | null
}

/** A record for its form. Read when a form opens, never refreshed while it is open. */
export const recordQuery = (entity: string, id: number) =>
  queryOptions({
    queryKey: ['record', entity, id],
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: () => fetchRecord(entity, id),
  })

export async function fetchRecord(entity: string, id: number): Promise<RecordWithEtag> {
  const { body, etag } = await callApi<RecordReply>('GET', `records/${entity}/${id}`)
  return { ...body, etag }
}

/** Choices that match a search text. */
export const choicesQuery = (entity: string, search: string) =>
  queryOptions({
    queryKey: ['choices', entity, 'search', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<readonly RecordChoice[]>('GET', `choices/${entity}?limit=20&search=${encodeURIComponent(search)}`, { signal }),
  })

/** Maximum number of ids per request. */
const namesPerRequest = 100

export const namesQuery = (entity: string, ids: readonly number[]) => {
  const uniqueIds = [...new Set(ids)].sort((a, b) => a - b)
  return queryOptions({
    queryKey: ['choices', entity, 'ids', uniqueIds.join(',')],
    staleTime: 60_000,
    enabled: uniqueIds.length > 0,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const portions = Array.from({ length: Math.ceil(uniqueIds.length / namesPerRequest) }, (_, at) =>
        uniqueIds.slice(at * namesPerRequest, (at + 1) * namesPerRequest),
      )
      const answers = await Promise.all(
        portions.map((portion) =>
          requestBody<readonly RecordChoice[]>('GET', `choices/${entity}?limit=${namesPerRequest}&ids=${portion.join(',')}`, {
            signal,
          }),
        ),
      )
      return new Map(answers.flat().map(({ id, label }) => [id, label]))
    },
  })
}

/** The number of records of an entity. */
export const totalQuery = (entity: string) =>
  queryOptions({
    queryKey: ['list', entity, 'total'],
    queryFn: async ({ signal }): Promise<number> =>
      (await requestBody<RecordList>('GET', `records/${entity}?limit=1`, { signal })).meta.total,
  })

/** An order or a quote as it was sold. */
export const documentQuery = (entity: DocumentDetail['entity'], id: number) =>
  queryOptions({
    queryKey: ['desk', entity, id],
    queryFn: ({ signal }) => requestBody<DocumentDetail>('GET', `${entity === 'quote' ? 'quotes' : 'orders'}/${id}`, { signal }),
  })

/** Refreshes all screens with orders, quotes or payments. */
export const refreshSales = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => ['desk', 'list', 'dashboard', 'order-counts'].includes(String(queryKey[0])),
  })

export const filesQuery = (entity: string, id: number) =>
  queryOptions({
    queryKey: ['files', entity, id],
    queryFn: ({ signal }) => requestBody<FileList>('GET', `records/${entity}/${id}/files`, { signal }),
  })

export const viewsQuery = (entity: string) =>
  queryOptions({
    queryKey: ['views', entity],
    staleTime: Infinity,
    queryFn: ({ signal }) => requestBody<ListViews>('GET', `views/${entity}`, { signal }),
  })

/** Entities that determine the shop's time zone. */
const timeZoneEntities: ReadonlySet<string> = new Set(['settings', 'store', 'country'])

const requiresEntity = (shape: unknown, entity: string): boolean =>
  (shape as EntityShape | undefined)?.form.fields.some(({ required, hints }) => required && hints['entity'] === entity) ?? false

/** Refreshes all screens with records of the entity. */
export async function refreshRecords(entity: string): Promise<void> {
  await Promise.all([
    timeZoneEntities.has(entity) && queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: ['list', entity] }),
    queryClient.invalidateQueries({ queryKey: ['choices', entity] }),
    // The checklist of a new shop reads almost every entity.
    queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
    // Forms offer the languages of the shop.
    entity === 'settings' && queryClient.invalidateQueries({ queryKey: ['shape'] }),
    // Forms of new records preselect the only record of this entity.
    queryClient.invalidateQueries({
      queryKey: ['shape'],
      predicate: ({ state }) => requiresEntity(state.data, entity),
      refetchType: 'none',
    }),
  ])
}

/** The shop's base currency. undefined before the session is loaded. */
export const findBaseCurrency = () => queryClient.getQueryData(sessionQuery.queryKey)?.currencies.find(({ base }) => base)
