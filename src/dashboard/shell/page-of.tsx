import { BehaviourPage } from '../behaviour/behaviour-page.js';
import { ContractPage } from '../contract/contract-page.js';
import { FaultsPage } from '../faults/faults-page.js';
import type { Live } from '../live/live.js';
import { OverviewPage } from '../overview/overview-page.js';
import { RequestsPage } from '../requests/requests-page.js';
import { StockPage } from '../stock/stock-page.js';
import { ViewerPage } from '../viewer/viewer-page.js';
import { WorldsPage } from '../worlds/worlds-page.js';
import type { Route } from './route.js';

interface PageOfProps {
  readonly route: Route;
  readonly live: Live;
  readonly onWorld: (world: string) => void;
}

/** What a route shows. */
export function PageOf({ route: { page, number, question }, live, onWorld }: PageOfProps) {
  switch (page) {
    case 'overview':
      return <OverviewPage live={live} onWorld={onWorld} />;
    case 'stock':
      return <StockPage live={live} />;
    case 'requests':
      return <RequestsPage live={live} number={number} />;
    case 'contract':
      return <ContractPage live={live} />;
    case 'faults':
      return <FaultsPage live={live} />;
    case 'behaviour':
      return <BehaviourPage live={live} question={question} />;
    case 'worlds':
      return <WorldsPage live={live} onWorld={onWorld} />;
    case 'api':
      return <ViewerPage live={live} />;
  }
}
