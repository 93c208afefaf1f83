// The screen of an entity's list. Its state is stored in the address, so it can be shared, reloaded and navigated.
import { type ReactNode, Suspense } from 'react'
import type { AdminSessionReply } from '../../api/account-shape.js'
import { Icon } from '../base/icon.js'
import { lazyPart } from '../base/lazy-part.js'
import { Link, navigate, setRouteQuery } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { SettingTabs } from '../base/setting-tabs.js'
import { useShortcuts } from '../base/shortcuts.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { formatHeading, t } from '../wording/text.js'
import { ListPanel } from './list-panel.js'
import { parseListState, toListParameters, useListScreen } from './list-views.js'

const RecordScreen = lazyPart(async () => (await import('../form/record-form.js')).RecordScreen)
const MissingNotificationsNotice = lazyPart(
  async () => (await import('../notification/notification-parts.js')).MissingNotificationsNotice,
)

interface ListScreenProps {
  readonly entity: string
  readonly session: AdminSessionReply
}

export function ListScreen({ entity, session }: ListScreenProps): ReactNode {
  const { shape, views, query, isReady, error, reload } = useListScreen(entity)
  const create = shape?.may.create ? () => void navigate(toRecordPath(entity, 'new')) : undefined
  useShortcuts([
    ...(create ? [{ keys: 'n', label: t('newRecord'), run: create }] : []),
    { keys: '/', label: t('searchList'), run: () => document.querySelector<HTMLElement>('.toolbar input[type=search]')?.focus() },
  ])
  if (!shape || !isReady) return <ScreenPlaceholder error={error} retry={reload} />
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
      <SettingTabs entity={entity} />
      {entity === 'notification' && create && session.commerce && (
        <Suspense>
          <MissingNotificationsNotice />
        </Suspense>
      )}
      <ListPanel
        shape={shape}
        state={parseListState(new URLSearchParams(query))}
        onState={(next, replace) => setRouteQuery(toListParameters(next), replace)}
        views={views}
        keepsViews
      />
    </div>
  )
}
