export default function Draw() {
  return <main><h1>Draw</h1></main>
}
