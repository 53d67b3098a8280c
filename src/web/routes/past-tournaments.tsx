export default function PastTournaments() {
  return <main><h1>PastTournaments</h1></main>
}
