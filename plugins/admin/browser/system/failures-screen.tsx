// The latest failed requests. Their identifiers lead from a caller's error message to the cause in the log.
import type { ReactNode } from 'react'
import type { FailureRow } from '../../api/screen-shape.js'
import { requestBody } from '../base/api.js'
import { TableScreen } from '../table/table-screen.js'
import { formatTime, t } from '../wording/text.js'

export function FailuresScreen(): ReactNode {
  return (
    <TableScreen<FailureRow>
      title={t('failures')}
      lead={t('failuresLead')}
      queryKey={['failures']}
      load={(signal) => requestBody('GET', 'failures', { signal })}
      keyOf={({ id, at }) => `${id} ${at}`}
      head={{ label: t('identifier'), cell: ({ id }) => <code>{id}</code> }}
      columns={[
        { label: t('when'), cell: ({ at }) => formatTime(at) },
        { label: t('address'), cell: ({ method, path }) => `${method} ${path}` },
        { label: t('cause'), cell: ({ message }) => <span title={message}>{message}</span> },
      ]}
      empty={t('noFailures')}
    />
  )
}
