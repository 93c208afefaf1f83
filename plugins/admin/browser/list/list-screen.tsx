// The screen of an entity's list. Its state is stored in the address, so it can be shared, reloaded and navigated.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import type { AdminSessionReply } from '../../api/shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { Icon } from '../base/icon.js'
import { entityShapeQuery, viewsQuery } from '../base/queries.js'
import { navigate, setRouteQuery, Link, useRoute, useWindowTitle } from '../base/routing.js'
import { useShortcuts } from '../base/shortcuts.js'
import { FailureMessage } from '../shell/failure-message.js'
import { formatHeading, t } from '../wording/text.js'
import { ListPanel } from './list-panel.js'
import { parseListState, toListParameters } from './list-state.js'
import { findDefaultView } from './list-views.js'

const RecordScreen = lazy(() => import('../form/record-screen.js').then(({ RecordScreen }) => ({ default: RecordScreen })))

interface ListScreenProps {
  readonly entity: string
  readonly session: AdminSessionReply
}

export function ListScreen({ entity, session }: ListScreenProps): ReactNode {
  const { data: shape, error, refetch } = useQuery(entityShapeQuery(entity))
  const { data: views, isFetched } = useQuery(viewsQuery(entity))
  const { query } = useRoute()
  const began = useRef(false)
  useWindowTitle(shape ? formatHeading(shape.pluralLabel) : t('loading'))
  const usual = findDefaultView(views?.views ?? [])
  // A list opened without a query starts with the saved default view.
  useEffect(() => {
    if (began.current || !isFetched) return
    began.current = true
    if (query === '' && usual?.query) setRouteQuery(new URLSearchParams(usual.query))
  }, [isFetched, query, usual])
  const create = shape?.may.create ? () => void navigate(toRecordPath(entity, 'new')) : undefined
  useShortcuts([
    ...(create ? [{ keys: 'n', label: t('newRecord'), run: create }] : []),
    { keys: '/', label: t('searchList'), run: () => document.querySelector<HTMLElement>('.toolbar input[type=search]')?.focus() },
  ])
  if (error && !shape) return <FailureMessage error={error} retry={() => void refetch()} />
  if (!shape || !isFetched) return <p className="loading">{t('loading')}</p>
  // A singleton has no list, only its record.
  if (shape.singleton) return <RecordScreen entity={entity} id="only" session={session} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{formatHeading(shape.pluralLabel)}</h1>
        {create && (
          <Link to={toRecordPath(entity, 'new')} className="button primary">
            <Icon name="plus" size={16} /> {t('newRecord')}
          </Link>
        )}
      </header>
      <ListPanel
        shape={shape}
        state={parseListState(new URLSearchParams(query))}
        onState={(next, replace) => setRouteQuery(toListParameters(next), replace)}
        views={views?.views ?? []}
        keepsViews
      />
    </div>
  )
}
