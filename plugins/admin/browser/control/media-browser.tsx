// The pictures of the shop: found by name, with the records that use them, and picked for another record.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { MediaList, MediaPicture } from '../../api/shape.js'
import { getErrorMessage, requestBody } from '../base/api.js'
import { Dialog } from '../base/dialog.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { toRecordPath } from '../base/screen-location.js'
import { showErrorToast } from '../base/toasts.js'
import { adoptFormStyle } from '../style/form.js'
import { createStyleAdopter } from '../style/style-adopter.js'
import { formatNumber, t } from '../wording/text.js'

const adoptMediaStyle = createStyleAdopter(`
.media-list { list-style: none; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); gap: 0.9rem; margin-block: 0.9rem; }
.media-list > li { display: grid; gap: 0.35rem; align-content: start; padding: 0.6rem; border: 1px solid var(--line); border-radius: var(--round); background: var(--panel); min-width: 0; }
.media-list img { inline-size: 100%; block-size: 7rem; object-fit: contain; background: var(--ground); border-radius: 6px; }
.media-name { font-weight: 600; overflow-wrap: anywhere; }
.media-list ul { padding-inline-start: 1rem; overflow-wrap: anywhere; }
`)

const pageSize = 48

interface MediaBrowserProps {
  /** Absent where pictures are only shown. */
  readonly onPick?: (picture: MediaPicture) => void
}

function MediaBrowser({ onPick }: MediaBrowserProps): ReactNode {
  adoptFormStyle()
  adoptMediaStyle()
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const { data, error } = useQuery({
    queryKey: ['media', search, limit],
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      requestBody<MediaList>('GET', `media?search=${encodeURIComponent(search)}&limit=${limit}`, { signal }),
  })
  return (
    <>
      <div className="field">
        <label htmlFor="media-search">{t('mediaSearch')}</label>
        <input id="media-search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </div>
      <div role="status">
        {error && <p className="form-failure">{getErrorMessage(error)}</p>}
        {!data && !error && <p className="loading">{t('loading')}</p>}
        {data && <p className="quiet-text">{t('mediaCount', { count: data.total })}</p>}
      </div>
      <ul className="media-list">
        {data?.pictures.map((picture) => (
          <li key={picture.url}>
            <img src={picture.url} alt="" loading="lazy" />
            <span className="media-name">{picture.name}</span>
            <span className="quiet-text">
              {picture.width !== null && picture.height !== null && `${picture.width} × ${picture.height} · `}
              {t('kilobytes', { size: formatNumber(Math.ceil(picture.size / 1024)) })}
            </span>
            {onPick && (
              <button type="button" onClick={() => onPick(picture)}>
                {t('mediaPick')}
                <span className="hidden">: {picture.name}</span>
              </button>
            )}
            <details>
              <summary>{t('mediaUses', { count: picture.uses.length })}</summary>
              <ul>
                {picture.uses.map(({ entity, id, title, field }) => (
                  <li key={`${entity} ${id} ${field}`}>
                    <Link to={toRecordPath(entity, id)}>{title || field}</Link> <span className="quiet-text">{field}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
      {data && data.total > data.pictures.length && (
        <button type="button" onClick={() => setLimit(limit + pageSize)}>
          {t('mediaMore')}
        </button>
      )}
    </>
  )
}

interface MediaDialogProps {
  readonly onClose: () => void
  /** Receives a copy of the picked picture. */
  readonly onPicked: (file: File) => void
}

export function MediaDialog({ onClose, onPicked }: MediaDialogProps): ReactNode {
  const pick = async ({ url, name, type }: MediaPicture): Promise<void> => {
    try {
      const reply = await fetch(url)
      if (!reply.ok) throw new Error(t('mediaGone'))
      onPicked(new File([await reply.blob()], name, { type }))
    } catch (error) {
      showErrorToast(error)
    }
  }
  return (
    <Dialog title={t('mediaTitle')} onClose={onClose} wide>
      <MediaBrowser onPick={(picture) => void pick(picture)} />
    </Dialog>
  )
}

export function MediaScreen(): ReactNode {
  useWindowTitle(t('mediaTitle'))
  return (
    <div className="page wide">
      <header className="page-head">
        <h1>{t('mediaTitle')}</h1>
      </header>
      <p className="lead">{t('mediaLead')}</p>
      <MediaBrowser />
    </div>
  )
}
