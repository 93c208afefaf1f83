// A notice above the list of notifications while the shop lacks some, with a button that adds the default ones.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MissingNotifications } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { dashboardQuery, queryClient, refreshRecords } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { tEditor } from '../editor/wording/editor-text.js'

const missingQuery = queryOptions({
  queryKey: ['missing-notifications'],
  staleTime: 0,
  queryFn: ({ signal }) => requestBody<MissingNotifications>('GET', 'notifications/missing', { signal }),
})

export function MissingNotificationsNotice(): ReactNode {
  const { data } = useQuery(missingQuery)
  const [isPending, setPending] = useState(false)
  const add = async (): Promise<void> => {
    if (isPending) return
    setPending(true)
    try {
      const { added } = await requestBody<{ readonly added: readonly string[] }>('POST', 'actions/add-default-notifications', {
        body: {},
      })
      showToast({ text: tEditor('mailAdded', { count: added.length }) })
      await Promise.all([
        refreshRecords('notification'),
        queryClient.invalidateQueries({ queryKey: missingQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ])
    } catch (error) {
      showErrorToast(error)
    } finally {
      setPending(false)
    }
  }
  if (!data || data.statuses.length === 0) return null
  return (
    <section className="card list-notice">
      <p>
        <strong>
          {data.hasNone ? tEditor('mailMissingAll') : tEditor('mailMissingSome', { names: data.statuses.join(', ') })}
        </strong>
      </p>
      <p className="quiet-text">{tEditor('mailAddLead')}</p>
      <button type="button" className="primary" aria-disabled={isPending} onClick={() => void add()}>
        <Icon name="plus" size={16} /> {tEditor('mailAdd')}
      </button>
    </section>
  )
}
