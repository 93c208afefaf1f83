// The screen of an entity's list. Its state is stored in the address, so it can be shared, reloaded and navigated.
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect, useRef } from 'react'
import type { Session } from '../../transport/shape.js'
import { recordPath } from '../ground/address.js'
import { Icon } from '../ground/icon.js'
import { shapeQuery, viewsQuery } from '../ground/queries.js'
import { go, goQuery, Link, useWay } from '../ground/routing.js'
import { useShortcuts } from '../ground/shortcuts.js'
import { useTitle } from '../ground/title.js'
import { Failure } from '../shell/failure.js'
import { heading, t } from '../wording/text.js'
import { ListPanel } from './list-panel.js'
import { readListState, writeListState } from './list-query.js'
import { usualView } from './views.js'

const RecordScreen = lazy(() => import('../form/record-screen.js').then(({ RecordScreen }) => ({ default: RecordScreen })))

interface ListScreenProps {
  readonly entity: string
  readonly session: Session
}

export function ListScreen({ entity, session }: ListScreenProps): ReactNode {
  const { data: shape, error, refetch } = useQuery(shapeQuery(entity))
  const { data: views, isFetched } = useQuery(viewsQuery(entity))
  const { query } = useWay()
  const began = useRef(false)
  useTitle(shape ? heading(shape.pluralLabel) : t('loading'))
  const usual = usualView(views?.views ?? [])
  // A list opened without a query starts with the saved default view.
  useEffect(() => {
    if (began.current || !isFetched) return
    began.current = true
    if (query === '' && usual?.query) goQuery(new URLSearchParams(usual.query))
  }, [isFetched, query, usual])
  const create = shape?.may.create ? () => void go(recordPath(entity, 'new')) : undefined
  useShortcuts([
    ...(create ? [{ keys: 'n', label: t('newRecord'), run: create }] : []),
    { keys: '/', label: t('searchList'), run: () => document.querySelector<HTMLElement>('.toolbar input[type=search]')?.focus() },
  ])
  if (error && !shape) return <Failure error={error} retry={() => void refetch()} />
  if (!shape || !isFetched) return <p className="loading">{t('loading')}</p>
  // A singleton has no list, only its record.
  if (shape.singleton) return <RecordScreen entity={entity} id="only" session={session} />
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{heading(shape.pluralLabel)}</h1>
        {create && (
          <Link to={recordPath(entity, 'new')} className="button primary">
            <Icon name="plus" size={16} /> {t('newRecord')}
          </Link>
        )}
      </header>
      <ListPanel
        shape={shape}
        state={readListState(new URLSearchParams(query))}
        onState={(next, replace) => goQuery(writeListState(next), replace)}
        views={views?.views ?? []}
        keepsViews
      />
    </div>
  )
}
