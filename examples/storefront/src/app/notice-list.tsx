import type { Notices } from '../stock/notices';
import type { Stock } from '../stock/stock';
import { useStore } from '../store';

/** Says what went wrong, to eyes and screen readers; what went well is said to screen readers only: the eye sees it. */
export function NoticeList({ notices, stock }: { notices: Notices; stock: Stock }) {
  const list = useStore(notices.list);
  const { saved } = useStore(stock.state);
  return (
    <>
      <div className="notices" role="log" aria-label="Notices">
        {list.map(({ about, text }) => (
          <div key={about} className="notice">
            <p>{text}</p>
            <button
              type="button"
              aria-label={`Dismiss the notice about ${about}`}
              onClick={() => notices.dismiss(about)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {saved && `Pet ${saved.petId}: ${saved.quantity} in stock, saved.`}
      </p>
    </>
  );
}
