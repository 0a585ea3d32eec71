/**
 * Words that say nothing of anybody, whoever uses them: those of the document, of errors, of states and kinds, and the English ones
 * that join them. In lower case and in the singular. Words that are names above all, such as `rose` or `grant`, are left out.
 */
const words = new Set(
  `
  a abort aborted about accept acceptable accepted access account acknowledge acknowledged across active activity add added
  additional address adoptable adopted adoption after again against age agent algorithm all allow allowance allowed already also
  amount an and animal another answer any anything api app application apply approve approved archived are array as ask asked at
  attempt attribute audience auth authenticate authenticated authentication authorization authorize authorized automatic
  available avg back backorder backordered bad ban banned base basic batch be bearer because been before begin being below
  between beyond bigger bird blank block blocked bodies body bool boolean both bought bound bounds breach breed breeder broken
  browser bug bundle business busy but by byte bytes cache call called can canceled cancelled cannot cart cat category cause
  certificate challenge change changed character charset check checked chunk class clear click client close closed cloud cluster
  code collected color colour column com combined come command comment commit compatible complete completed concurrent condition
  config configuration confirm confirmed conflict connection contact contain contained content contract correct corrupt corrupted
  cost could count country create created credential credit critical currency current cursor custom customer damaged data
  database date day deadline debit decimal decode deep deeper default defective delay deleted delivered deliveries delivery
  denied deprecated deprecation depth describe described destination detail detect dev developer device dictionary did difference
  different digit direct directory disabled disallowed discontinued dispatched display do doc docs document documentation does
  dog domain done double down download draft drop dropped dry due duplicate during each edge edit eight either element else email
  empty enable enabled encode encoded encoding encrypted end ended endpoint engine enough enterprise entity entries entry env
  environment equal err error escape etag evaluate event every everything exact exactly example exceed exceeded except exception
  exclusive execute execution exist existing expected experimental expire expired expiry explain expose exposed express external
  extra fail failed failure false fatal fault feature female fetch few fewer field fifth file final find first fish five fix
  fixed flag float follow food for forbidden form format found four fourth fraction fractional free frequent frequently from
  fulfilled full function further future gateway general generic get give given gmt go gone good gotten greater group guest guid
  guinea gzip had half hamster handle handled handler has hash have head header held help her here hidden high hint his history
  hit hold holder home host hour how html http https id idempotency identified identifier if ignored illegal image immediately
  implement implemented import impossible in inactive include included incomplete incorrect index individual info information
  inner input inside instance instead insufficient int integer intended internal interval into invalid inventories inventory
  invocation invoice invoiced io ip is iso issue it item its itself json just jwt keep key kind known label large larger last lat
  later layer lead leading least left legal length less let letter level library lifetime like limit limited line link list
  listed listing literal live lng load local localhost location locked log logged login long longer lookup loss lost low lower
  machine made mail main maintenance major make male malformed manual many map master match matched matching maximum me
  meaning media member mention message meta metadata method migrate migration mime min minimum minor minute mismatch miss missed
  missing mistake mixed mode model modified module moment money monitor month more most mouse moved ms msg much multi multiple
  must my name named need needed negative nest nested nesting net network neutered never new next nine no nobody node non nonce
  none nor not note nothing notice notification notified now null num number numeric numerical object occur occurred occurs of
  off offset ok old on once one online only open opened operation operator option optional or order ordered org origin other our
  out outer outside over overdue overflow overload overloaded own owner packed page pages paid pair param parameter parent
  parenthesis parse parsed parser parsing part partial partially pass passed password past patch path pause paused payload
  payment pct pending people per percent perform performed permanent permission permitted person personal pet pets petstore phone
  photo picked pickup piece pipeline place placed plain plan platform please point policy pool port position positive possible
  post prefix present presented prev prevent previous price primary principal print priority private pro probe problem process
  processed processing product production profile prohibited promo proper properties property protocol provide provided proxy
  public pull punctuation purchase push put qty quantities quantity query question queue queued quick quit quota quote rabbit
  raise random range rate raw reach reached react read readable ready real realm reason rec received recent recognised recognized
  record redirect redirected reduce ref refer reference refund refunded refuse refused region register registered regular
  rejected rel related relation relay release released reload remain remaining remote remove removed renew repeat repeated
  replace replaced replica reply report repository represent req request requested require required res reserve reserved reset
  resolve resolved resource responded response rest restart restricted result resumed retail retired retrieve retry return
  returned reveal reverse revoked right role root round route row rows rule running runtime safe same sample sandbox satisfied
  satisfy save saved say scan scheduled schema scheme scope script search sec second secret section secure see seen segment
  select selected self sell seller send sender sent separate sequence serial serialize serve served server service services
  session sessions set setting setup seven several shall shard share shared she sheet ship shipment shipped shipping shop short
  should show shown sign signature signed silent simple since single site sites six size sizes skip sku slash sleep slot slow
  slower small so socket sold some someone something soon sort sorted source space span specific specified split stack stage
  staging stale standard start started state static status stay stderr step still stock stop stopped store str strategy stream
  strict string strong structure stuck style sub subject submitted subscription substitute succeed success successful such
  suitable sum sunset supplied supply support supported suspended switch symbol sync syntax system table tag take taken target
  task team tell template temporarily temporary ten tenant terminated terms test testing text than that the their them then there
  these they thing third this those thread three throttle throttled through tick ticket tier time timed timeout timestamp title
  to today toggle token too tool top total trace traceid track traffic transaction transfer transform transit translate transport
  tree trial tried trigger true truncated trusted try tuple turn twice two type typed typo ulid unable unacceptable
  unacknowledged unallowed unapproved unauthenticated unauthorised unauthorized unavailable unchanged unconfirmed undefined under
  underflow undo unexpected unfulfilled unhandled unicode unique unit unix unknown unless unlimited unlisted unlock unmatched
  unpaid unpaired unparsable unprocessable unreadable unrecognised unrecognized unreserved unresolved unsafe unset unsigned
  unsupported until untrusted unused up update updated upgrade upload upper upstream uri url us usage use used user usual utc utf
  uuid valid validate validation validator value variable vendor verb verified verify version very via view violation visible
  void wait waiting want warehouse warn warning was way we weak web website were what when where which while who whole why wide
  window wire with within without word worker workflow would wrapped write writing written wrong www xml year yes yet you
  your zero zip zone
  `
    .trim()
    .split(/\s+/),
);

/** Returns whether a word, in lower case, is one that everybody uses, or the plural of one. */
export function isPlainWord(word: string): boolean {
  return words.has(word) || (word.endsWith('s') && words.has(word.slice(0, -1)));
}

/** Returns whether a name is made of such words alone: `totalElements`, `OUT_FOR_DELIVERY`. */
export function isPlainName(name: string): boolean {
  const parts = name.split(/[_-]|(?<=[a-z])(?=[A-Z])/);
  return parts.every((part) => isPlainWord(part.toLowerCase()));
}
