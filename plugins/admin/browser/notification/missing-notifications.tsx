// A notice above the list of notifications while the shop lacks some, with a button that adds the default ones.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MissingNotifications } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { Icon } from '../base/icon.js'
import { dashboardQuery, queryClient, refreshRecords } from '../base/queries.js'
import { showErrorToast, showToast } from '../base/toasts.js'
import { tNotification } from './wording/notification-text.js'

const missingQuery = queryOptions({
  queryKey: ['missing-notifications'],
  staleTime: 0,
  queryFn: ({ signal }) => requestBody<MissingNotifications>('GET', 'notifications/missing', { signal }),
})

export function MissingNotificationsNotice(): ReactNode {
  const { data } = useQuery(missingQuery)
  const add = useMutation({
    mutationFn: () =>
      requestBody<{ readonly added: readonly string[] }>('POST', 'actions/add-default-notifications', { body: {} }),
    onSuccess: async ({ added }) => {
      showToast({ text: tNotification('added', { count: added.length }) })
      await Promise.all([
        refreshRecords('notification'),
        queryClient.invalidateQueries({ queryKey: missingQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ])
    },
    onError: showErrorToast,
  })
  if (!data || data.statuses.length === 0) return null
  return (
    <section className="card list-notice">
      <p>
        <strong>
          {data.hasNone ? tNotification('missingAll') : tNotification('missingSome', { names: data.statuses.join(', ') })}
        </strong>
      </p>
      <p className="quiet-text">{tNotification('addLead')}</p>
      <button type="button" className="primary" aria-disabled={add.isPending} onClick={() => add.isPending || add.mutate()}>
        <Icon name="plus" size={16} /> {tNotification('add')}
      </button>
    </section>
  )
}
